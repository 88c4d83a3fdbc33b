//! Lines with which CI services mark lines of files, and the file that GitLab reads instead.

use super::finding::of_tests;
use super::{Finding, Level};
use crate::view::{PlaceView, TestsView, printed};
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// Workflow commands.
    GitHub,
    /// A code quality report, which is a file.
    GitLab,
    /// Logging commands.
    Azure,
    /// Service messages.
    TeamCity,
}

impl Service {
    /// The one whose variables are set.
    pub fn detected(is_set: impl Fn(&str) -> bool) -> Option<Service> {
        let variables = [
            ("GITHUB_ACTIONS", Service::GitHub),
            ("GITLAB_CI", Service::GitLab),
            ("TF_BUILD", Service::Azure),
            ("TEAMCITY_VERSION", Service::TeamCity),
        ];
        let mut variables = variables.into_iter();
        let found = variables.find(|(variable, _)| is_set(variable));
        found.map(|(_, service)| service)
    }

    /// What the service reads, if it is not what is printed.
    pub fn file(self) -> Option<&'static str> {
        match self {
            Service::GitLab => Some("gl-code-quality-report.json"),
            Service::GitHub | Service::Azure | Service::TeamCity => None,
        }
    }
}

/// One for each test that is not as expected.
pub fn render_annotations(tests: &TestsView, service: Service) -> String {
    let findings = of_tests(tests);
    let line: fn(&Finding<'_>) -> String = match service {
        Service::GitHub => github,
        Service::Azure => azure,
        Service::TeamCity => teamcity,
        Service::GitLab => {
            let entries: Vec<Value> = findings.iter().map(gitlab).collect();
            return printed(&entries);
        }
    };
    let lines = findings.iter().map(|finding| line(finding) + "\n");
    let mut text: String = lines.collect();
    if service == Service::TeamCity && !text.is_empty() {
        text.insert_str(0, TEAMCITY_TYPE);
    }
    text
}

const TEAMCITY_TYPE: &str = "##teamcity[inspectionType id='weyl' name='weyl' \
    category='Model checking' description='A model is not as expected']\n";

/// The text with each of some characters as something else.
fn escaped(text: &str, characters: &[(char, &str)]) -> String {
    let one = |character: char| {
        let mut all = characters.iter();
        let found = all.find(|(own, _)| *own == character);
        found.map_or(character.to_string(), |(_, written)| written.to_string())
    };
    text.chars().map(one).collect()
}

fn word(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
    }
}

fn github(finding: &Finding<'_>) -> String {
    const DATA: [(char, &str); 3] = [('%', "%25"), ('\r', "%0D"), ('\n', "%0A")];
    let value = |text: &str| {
        let more = [(':', "%3A"), (',', "%2C")];
        escaped(text, &[&DATA[..], &more].concat())
    };
    let place = finding
        .place
        .iter()
        .map(|PlaceView { file, line, column }| {
            format!("file={},line={line},col={column},", value(file))
        });
    let place: String = place.collect();
    let (level, title) = (word(finding.level), value(&finding.title));
    format!(
        "::{level} {place}title=weyl%3A {title}::{}",
        escaped(&finding.message, &DATA)
    )
}

fn azure(finding: &Finding<'_>) -> String {
    let characters = [
        ('%', "%AZP25"),
        ('\r', "%0D"),
        ('\n', "%0A"),
        (';', "%3B"),
        (']', "%5D"),
    ];
    let value = |text: &str| escaped(text, &characters);
    let place = finding
        .place
        .iter()
        .map(|PlaceView { file, line, column }| {
            format!(
                "sourcepath={};linenumber={line};columnnumber={column};",
                value(file)
            )
        });
    let place: String = place.collect();
    let (level, code) = (word(finding.level), &finding.rule.id);
    let message = format!("{}: {}", finding.title, finding.message);
    format!(
        "##vso[task.logissue type={level};{place}code={code}]{}",
        value(&message)
    )
}

fn teamcity(finding: &Finding<'_>) -> String {
    let characters = [
        ('|', "||"),
        ('\'', "|'"),
        ('\n', "|n"),
        ('\r', "|r"),
        ('[', "|["),
        (']', "|]"),
    ];
    let value = |text: &str| escaped(text, &characters);
    let place = finding.place.as_ref();
    let file = place.map_or(finding.title.as_str(), |place| &place.file);
    let line = place.map_or(1, |place| place.line);
    let level = word(finding.level).to_uppercase();
    format!(
        "##teamcity[inspection typeId='weyl' message='{}' file='{}' line='{line}' SEVERITY='{level}']",
        value(&format!("{}: {}", finding.title, finding.message)),
        value(file),
    )
}

fn gitlab(finding: &Finding<'_>) -> Value {
    let place = finding.place.as_ref();
    let path = place.map_or(finding.title.as_str(), |place| &place.file);
    json!({
        "description": format!("{}: {}", finding.title, finding.message),
        "check_name": finding.rule.id,
        "fingerprint": finding.fingerprint(),
        "severity": match finding.level {
            Level::Error => "major",
            Level::Warning => "minor",
        },
        "location": { "path": path, "lines": { "begin": place.map_or(1, |place| place.line) } },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ci::finding::Rule;

    fn finding() -> Finding<'static> {
        Finding {
            rule: Rule {
                id: "weyl/expectation".to_string(),
                about: "Something is not as expected".to_string(),
            },
            level: Level::Error,
            title: "a,b.m".to_string(),
            message: "50% of 'x[1]';\nno".to_string(),
            place: Some(PlaceView {
                file: "a,b.m".to_string(),
                line: 7,
                column: 3,
            }),
            run: None,
        }
    }

    #[test]
    fn services_read_what_was_meant() {
        let (github, azure, teamcity) =
            (github(&finding()), azure(&finding()), teamcity(&finding()));
        let expected =
            "::error file=a%2Cb.m,line=7,col=3,title=weyl%3A a%2Cb.m::50%25 of 'x[1]';%0Ano";
        assert_eq!(github, expected);
        let expected = "##vso[task.logissue type=error;sourcepath=a,b.m;linenumber=7;columnnumber=3;\
            code=weyl/expectation]a,b.m: 50%AZP25 of 'x[1%5D'%3B%0Ano";
        assert_eq!(azure, expected);
        let expected = "##teamcity[inspection typeId='weyl' message='a,b.m: 50% of |'x|[1|]|';|nno' \
            file='a,b.m' line='7' SEVERITY='ERROR']";
        assert_eq!(teamcity, expected);
    }

    #[test]
    fn services_are_told_by_their_variables() {
        assert_eq!(
            Service::detected(|name| name == "TF_BUILD"),
            Some(Service::Azure)
        );
        assert_eq!(Service::detected(|_| false), None);
    }
}
