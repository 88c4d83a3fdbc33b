typedef T { chan c = [32768] of { byte }; byte n }; T t[32768];
active proctype P() { t[0].c!32768; t[32768].c!32768; t[0].c?t[1].n; t[1].c?t[32768].n }