package plan

import (
	"slices"
	"strings"
	"sync"
)

// The words of people and those of code. All words of a row stand for each
// other. The rows were written from what programmers call things, not from the
// questions that they are measured with.
var rows = [...]string{
	"abort cancel stop interrupt kill terminate",
	"combine merge join concat",
	"lookup find resolve search locate",
	"convert transform translate coerce",
	"remove delete erase",
	"drop discard",
	"strip trim remove",
	"begin start init launch boot run",
	"end finish done complete",
	"stop close terminate",
	"show display print render",
	"emit send publish dispatch fire",
	"receive accept get consume",
	"fetch get load retrieve read",
	"save store write persist dump",
	"open connect",
	"check validate verify ensure assert is",
	"decide choose select pick determine find resolve locate best",
	"create construct new",
	"make build",
	"copy clone duplicate",
	"compare equal diff match cmp",
	"count number num total",
	"limit max cap throttle bound",
	"wait delay sleep timeout",
	"retry again attempt",
	"error exception failure err fail",
	"throw raise panic",
	"catch handle recover rescue",
	"warn warning alert",
	"folder directory dir",
	"file path",
	"setting settings config configuration option options preference",
	"default fallback",
	"argument arg args parameter param params",
	"environment env",
	"variable var vars",
	"function func callback fn handler",
	"message msg",
	"request req",
	"response resp res reply answer",
	"password secret credential",
	"login auth authenticate authentication signin session",
	"user account",
	"permission access right authorize",
	"token key",
	"database db",
	"context ctx",
	"application app",
	"command cmd",
	"directory dir folder",
	"repository repo",
	"document doc",
	"documentation doc docs help",
	"template tmpl view",
	"string str text",
	"regular regex regexp",
	"expression expr regexp",
	"regex regexp pattern",
	"address addr url",
	"url uri link address",
	"index position offset",
	"length size len",
	"maximum max",
	"minimum min",
	"temporary temp tmp",
	"previous prev last",
	"original orig",
	"temporary tmp",
	"property prop props attribute attr field",
	"element elem item",
	"object obj",
	"array list slice",
	"dictionary dict map",
	"iterate walk visit each traverse loop",
	"hide hidden mask",
	"encode serialize marshal dump",
	"decode deserialize unmarshal parse load",
	"parse read",
	"escape quote encode sanitize",
	"clean sanitize normalize",
	"normalize canonical canonicalize",
	"sort order",
	"register add use attach mount",
	"subscribe listen observe watch",
	"notify signal emit",
	"thread worker",
	"concurrent parallel",
	"lock mutex",
	"cache memoize memo",
	"expire ttl timeout expiration age old",
	"colour color style ansi",
	"time duration date clock",
	"log logger logging",
	"measure time timer benchmark",
	"plugin extension addon",
	"middleware interceptor hook",
	"hook callback listener",
	"interface protocol trait",
	"parent base super",
	"child sub nested inner",
	"nested sub inner",
	"update refresh modify set",
	"replace substitute sub",
	"split tokenize separate divide",
	"group bucket",
	"two both multiple",
	"unique distinct dedup duplicate",
	"duplicate dup dedup repeat",
	"equal same",
	"empty blank null none",
	"missing absent unknown undefined",
	"invalid bad malformed",
	"unit suffix",
	"width columns",
	"progress bar",
	"suggest suggestion similar",
	"typo misspell similar",
	"transport adapter",
	"forward delegate proxy",
	"redirect location forward",
	"download fetch",
	"upload send",
	"header headers",
	"body payload content data",
	"redact mask hide",
	"entry main",
	"initialize init setup",
	"setup configure init prepare",
	"exit quit",
	"execute run exec invoke call",
	"invoke call",
	"spawn start",
	"generate gen make",
	"compile build",
	"compute calculate calc",
	"calculate compute calc",
	"estimate eta approx",
	"detect find is",
	"inspect look examine",
	"apply use",
	"skip ignore exclude",
	"ignore exclude skip",
	"allow permit accept enable",
	"refuse reject deny forbid",
	"reject deny refuse",
	"trailing suffix strict",
	"leading prefix",
	"wrap enclose decorate",
	"flatten flat",
	"chain pipe compose pipeline",
	"buffer queue",
	"stack trace traceback",
	"version release",
	"signed sign signature",
	"sign signature signing serializer",
	"encrypt cipher crypt",
	"hash digest checksum",
	"compress gzip zip",
	"sender origin source",
	"sink target destination dest",
	"output out stdout",
	"input in stdin",
	"attached mounted registered",
	"locale language lang i18n",
	"mail email",
	"picture image img",
	"mock stub fake",
	"test spec",
	"migrate migration upgrade",
	"flag option switch",
	"shell sh",
	"terminal console tty",
	"readable human pretty",
	"tree hierarchy",
	"visible public export",
	"teardown cleanup close",
	"cleanup teardown dispose close finalize",
	"unsubscribe dispose teardown",
	"late replay",
	"past history previous replay",
	"trailing end",
	"trouble problem issue",
}

// phrases are words that mean one thing together.
var phrases = map[string]string{
	"look up": "lookup find get resolve", "take apart": "split parse", "put together": "merge combine join build assemble compose", "set up": "setup init configure",
	"clean up": "cleanup teardown close", "log in": "login auth", "sign in": "login auth", "log out": "logout", "shut down": "shutdown stop close",
	"turn into": "convert to make from", "turned into": "convert to make from", "find out": "detect determine", "write back": "save write",
	"written back": "save write", "try again": "retry", "start up": "start init main", "time out": "timeout", "fall back": "fallback default",
	"roll back": "rollback undo", "give up": "abort cancel", "throw away": "discard drop", "look for": "search find", "take out": "extract pop remove",
	"split up": "split", "break up": "split", "line up": "align", "back off": "backoff retry", "call back": "callback", "work out": "compute resolve",
	"put into": "insert add build", "hand over": "pass dispatch", "hand to": "pass dispatch call", "pass on": "forward dispatch", "go through": "walk iterate",
	"throw out": "discard drop remove evict", "leave out": "omit skip exclude", "leave off": "omit skip", "ask for": "request", "let go": "release free",
	"hold back": "delay block", "hold on": "keep retain", "hand out": "allocate assign", "write out": "write dump print", "read in": "read load",
	"fill in": "fill populate complete", "pick up": "detect load collect", "pick out": "select choose", "sort out": "resolve", "tell apart": "distinguish compare",
	"come up": "generate make", "get rid": "remove delete drop", "deal with": "handle process", "take care": "handle", "make sure": "ensure check validate assert",
	"turn off": "disable", "turn on": "enable", "switch off": "disable", "switch on": "enable", "keep track": "track record", "hook up": "register attach connect",
	"pull out": "extract", "strip off": "strip trim", "cut down": "shorten truncate", "send back": "respond reply return", "send out": "emit dispatch publish",
	"hang up": "close disconnect", "kick off": "start launch", "bring up": "start", "tear down": "teardown cleanup", "run out": "exhaust limit",
	"play back": "replay", "add up": "sum total", "swap out": "replace", "slow down": "throttle delay", "speed up": "cache optimize",
	"pass along": "forward dispatch", "pass through": "forward", "move on": "next advance", "carry on": "continue resume", "look at": "inspect check examine",
	"look into": "inspect examine", "keep out": "deny block exclude", "keep from": "prevent deny", "keep apart": "isolate separate", "count up": "count increment",
	"boil down": "reduce", "keep alive": "keepalive", "check out": "checkout", "cut off": "truncate trim", "carry out": "execute run",
	"command line": "cli command argv", "regular expression": "regex regexp", "dot env": "dotenv", ".env file": "dotenv", "status code": "status code",
	"time zone": "timezone tz", "end point": "endpoint", "file name": "filename", "user name": "username", "pass word": "password",
	"web socket": "websocket ws", "white space": "whitespace trim", "new line": "newline", "entry point": "main entry", "data base": "database db",
	"exit code": "exit status", "operating system": "platform os", "ip address": "ip addr", "rate limit": "ratelimit throttle limiter", "thread pool": "executor pool",
}

// particle are the words that make another verb of one.
var particle = words(`up apart together down in out into back away for off over on to through along ahead again aside around from
	at go rid sure care with track`)

// irregular are the forms of verbs that no rule gives.
var irregular = table(`written write wrote write sent send chosen choose chose choose thrown throw threw throw built build found find kept keep
	taken take took take ran run running run begun begin began begin broken break broke break caught catch bought buy brought bring drawn draw
	driven drive fallen fall fell fall forgotten forget forgot forget frozen freeze gave give given give gone go went go grown grow held hold
	hidden hide hid hide known know knew know laid lay led lead left leave lost lose made make meant mean met meet paid pay said say saw see
	seen see sought seek sold sell shown show showed show shut shut slept sleep spent spend stuck stick stood stand stolen steal
	swept sweep taught teach told tell thought think understood understand undone undo wound wind woken wake overridden override
	overrode override rebuilt rebuild reset reset resent resend rewritten rewrite redid redo split split bound bind fed feed
	children child people person indices index vertices vertex matrices matrix criteria criterion queries query entries entry
	aliases alias statuses status classes class matches match matching match cookies cookie`)

// table reads pairs of words.
func table(s string) map[string]string {
	out := map[string]string{}
	f := strings.Fields(s)
	for i := 0; i+1 < len(f); i += 2 {
		out[f[i]] = f[i+1]
	}
	return out
}

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// sentence are the words that make a sentence of a question. Unlike those of
// [index.IsStop], which suit the messages of commits, they hold no verbs that
// code is named after.
var sentence = words(`a about above actually after again all also am an and another any are aren't as at be because been before being below between both
	but by can cannot come comes coming could couldn't did didn't do does doesn't doing done don't each either else ever every exactly explain for from further
	get gets give given gives go goes going got had happen happened happening happens has hasn't have haven't having he her here him his how
	however i if in inside into is isn't it its itself just let like look looks made make makes many may me mean means might more most much must my need needed needs
	no nor now of off often on once one only onto or other our out over own part place please point really same she should shouldn't show so some something still such take takes tell than that
	the their them themselves then there these they thing things this those through to too toward under until up upon us use used uses using very via want was wasn't way we were weren't what
	when where whether which while who whom whose why will with within work works would you your yours describe understand first several different`)

// faint are words for kinds of code, which say little about which.
var faint = words(`code function functions method methods class classes module modules program project value values object objects type types file files
	implementation logic thing behaviour behavior data string name names line lines list variable part kind side system`)

// light are words that a question could do without. Code hardly has them, so that
// they would tell most of all.
var light = words(`look looks decide decides decided already well nobody somebody someone anybody anyone everybody everyone certain particular few
	several various two yet tell tells told become becomes became move moves moved win wins press pressed matter matters`)

var negation = words(`not n't never without except excluding`)

// thesaurus gives the synonyms of each word.
var thesaurus = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, row := range rows {
		all := strings.Fields(row)
		for _, w := range all {
			for _, other := range all {
				if other != w && !slices.Contains(out[w], other) {
					out[w] = append(out[w], other)
				}
			}
		}
	}
	return out
})
