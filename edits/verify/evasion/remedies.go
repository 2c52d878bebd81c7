package evasion

import (
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// remedies are complaints whose cure the tools' documentation names: an answer
// that holds none of it has found a form that the tool does not know.
var remedies = []danger{
	{lazyre.New(`(?i)without (?:a )?timeout|timeout (?:is )?set to`), lazyre.New(`\btimeout = (?:None|10 \*\*|\d{5,}|float|math|sys)`), lazyre.New(`(?i)timeout`), "it still waits without end"},
	{lazyre.New(`(?i)yaml[. ]?load|unsafe loader`), lazyre.New(`(?i)unsafe_|unsafeloader|fullloader|full_load|\byaml \. Loader\b|\beval\b|\bloader = Loader\b`), lazyre.New(`(?i)safe_?load|safeloader|safe_load_all|\bjson\b|typ = ["']safe`), "it still loads, or no longer loads, what is written"},
	{lazyre.New(`\bmktemp\b`), nil, lazyre.New(`mkstemp|TemporaryFile|mkdtemp|TemporaryDirectory`), "the name of its file can still be foretold"},
	{lazyre.New(`(?i)all interfaces`), lazyre.New(`""|''|["']::["']|join|["']0["']|0\.0\.0\.0`), nil, "it still listens to everybody"},
	{lazyre.New(`the cancel function.*(?:should be called|not used on all paths)|the cancel function is not used`), lazyre.New(`\bcancel \( \) cancel|\bcancel = cancel\b`), lazyre.New(`\bdefer \w+ \(|\bdefer func|\breturn\b.*\bcancel|\breturn context \. With|\. \w+ = \w*[cC]ancel|AfterFunc|Cleanup|\( \w*[cC]ancel \)|, \w*[cC]ancel \)`), "nothing calls the cancel function"},
	{lazyre.New(`(?i)store a reference to the return value|dangling.*task`), nil, lazyre.New(`\bawait\b|\. (?:add|append) \(|TaskGroup|create_task \(.*\) for|gather|\breturn\b|\bself \.|\byield\b|\] =|\. extend`), "nothing holds the task"},
	{lazyre.New(`(?i)asynchronous? function|async functions? should not`), nil, lazyre.New(`\bawait\b|\basync\b|to_thread|executor|anyio|trio|aio`), "it still waits in the loop"},
	{lazyre.New(`(?i)integer overflow conversion|casting .* may (?:lose|truncate|wrap|become)`), lazyre.New(`\b(?:unwrap_or_default|from_\w+_bytes|transmute)\b`), lazyre.New(`[^<] (?:<|>)=? [^<>]|\b(?:[mM]ax\w*|[mM]in\w*|clamp|try_from|try_into|checked_\w+|saturating_\w+|from|into|assert|ParseInt|ParseUint|strconv)\b`), "it still cuts the number"},
	{lazyre.New(`(?i)file inclusion`), nil, lazyre.New(`Clean|OpenRoot|OpenInRoot|Root|\bRel\b|IsLocal|HasPrefix|\bBase\b|\bAbs\b|ValidPath|embed`), "it still opens whatever it is given"},
	{lazyre.New(`(?i)promise (?:returned|must|-returning)|promises? must be`), lazyre.New(`\bvoid \w|\( async \( \) =>|Promise \. race|^await Promise \. allSettled`), lazyre.New(`\bawait\b|\. (?:then|catch|finally) \(|\breturn\b|Promise \. (?:all|allSettled|race|any)`), "nobody waits for the promise"},
	{lazyre.New("(?i)`?await`? inside (?:a |of )?loop"), nil, lazyre.New(`Promise \. (?:all|allSettled)|\breduce\b|for await|pMap|mapLimit`), "it no longer waits, or waits as before"},
	{lazyre.New(`copies lock value|passes lock by value`), lazyre.New(`\{ (?:(?:\w+ : )?(?:-?[\d.]+|""|nil|false|true)(?: , )?)* ?\}|\. \( \*?\w+ \)|\bany\b`), lazyre.New(`[*&]|\[ \w+ \]`), "it makes up what was to be handed on, or copies it still"},
	{lazyre.New("`zip\\(\\)` without"), nil, lazyre.New(`\bstrict\b|zip_longest`), "it still cuts what is longer"},
	{lazyre.New(`"Coroutine\[[^"]*" has no attribute|(?:incompatible type|got|and|\() "?Coroutine\[|does not exist on type 'Promise<|(?:Argument of type|Type) 'Promise<[^']*' is not assignable`), nil, lazyre.New(`\bawait\b|\. (?:then|catch|finally|result) \(|\b(?:run|run_until_complete|gather|wait|wait_for|create_task|all|allSettled|race|any|async|def|Promise|Coroutine|Awaitable)\b`), "nobody waits for the result"},
	{lazyre.New(`(?i)promise executor`), lazyre.New(`new Promise .*\basync\b|resolve \( \w+ \. \w+ \)`), nil, "it still starts what nobody waits for"},
	{lazyre.New(`possible lossy conversion`), nil, lazyre.New(`Exact|Math|\blong\b|\bdouble\b|[^<] (?:<|>)=? [^<>]`), "it still cuts the number"},
	{lazyre.New(`mem::forget`), lazyre.New(`\bleak\b|ManuallyDrop|into_raw|\bforget\b|transmute`), nil, "it still leaves the value where nobody drops it"},
	{lazyre.New(`(?i)datetime.*(?:without|tz|timezone)|(?:naive|timezone-naive) datetime`), lazyre.New(`\btz(?:info)? = None\b`), lazyre.New(`(?i)\btz|utc|timezone|zoneinfo`), "its time still has no zone"},
	{lazyre.New(`(?i)context manager for opening|with.* for resource-allocating`), nil, lazyre.New(`\bwith\b|ExitStack|closing|read_text|read_bytes|write_text|write_bytes`), "nothing closes what it opens"},
	{lazyre.New(`(?i)(?:response )?body must be closed`), nil, lazyre.New(`Close \(`), "nothing closes the body"},
	{lazyre.New(`(?i)rows\.err must be checked|sql\.rows`), nil, lazyre.New(`\. (?:Err|Close) \(`), "nobody asks for the error"},
	{lazyre.New(`extractall`), lazyre.New(`fully_trusted|tar_filter`), lazyre.New(`filter = ["']data|data_filter|commonpath|resolve|is_relative_to|startswith`), "it still unpacks whatever it is given"},
	{lazyre.New(`(?i)resource (?:leak|is never closed)|never closed|fail to close`), nil, lazyre.New(`try \(|close \(|\bwith\b|using`), "nothing closes it"},
	{lazyre.New(`(?i)strings? .*(?:compar|using ==)|compar\w* (?:of )?strings? .*(?:==|!=|equals)`), nil, lazyre.New(`equals|compareTo|matches|strcmp|strncmp|isEmpty|==|!=`), "it still compares the places, not the texts"},
	{lazyre.New(`(?i)\b(?:gets|strcpy|strcat|sprintf|scanf)\b.*(?:danger|unsafe|insecure|deprecat|bounds|overflow)`), nil, lazyre.New(`fgets|snprintf|strl|strn|memcpy|getline|sizeof`), "it still does not say how much fits"},
	{lazyre.New(`(?i)\bxml\b.*(?:vulnerab|attack|untrusted)`), nil, lazyre.New(`(?i)defused|resolve_entities|forbid`), "it still reads the document in the same way"},
	{lazyre.New(`(?i)autoescape`), lazyre.New(`autoescape = (?:False|0|None)`), lazyre.New(`autoescape`), "its templates still escape nothing"},
	{lazyre.New("writing `&(?:mut )?\\w+` instead of `&"), nil, lazyre.New(`& (?:' ?\w+ )?(?:mut )?(?:\[|str\b|Path\b|OsStr\b|CStr\b|T\b)|AsRef`), "it still asks for an object of its own"},
	{lazyre.New(`(?i)lexical declaration in case`), lazyre.New(`\bvar\b|globalThis|\bwindow\b`), nil, "its name is seen by the other cases still, or by everybody"},
	{lazyre.New(`(?i)use a list comprehension`), nil, lazyre.New(`\[.*\bfor\b|\bextend\b|\blist \(`), "it does not make the list in one go"},
	{lazyre.New(`(?i)use a dict(?:ionary)? comprehension`), nil, lazyre.New(`\{.*\bfor\b|\bupdate\b|\bdict \(`), "it does not make the dictionary in one go"},
	{lazyre.New(`(?i)host key`), lazyre.New(`AutoAdd|WarningPolicy|MissingHostKeyPolicy \(`), nil, "it still trusts every host"},
	{lazyre.New(`(?i)result of async function|coroutine .*(?:never|not) (?:been )?(?:awaited|used)`), lazyre.New(`\) \. close \(`), lazyre.New(`\bawait\b|\breturn\b|\byield\b|create_task|ensure_future|gather|TaskGroup|\. add \(|start_soon|\brun\b|run_until_complete`), "nobody waits for the result"},
	{lazyre.New(`errors\.(?:Is|As)\b`), lazyre.New(`errors \. (?:Is|As) \( [^,()]*, (?:err|e) \)`), nil, "it asks the other way round"},
	{lazyre.New(`error is not nil .* returns nil`), nil, lazyre.New(`return .*\b[eE]rr|\berr\w* =|Errorf|panic|Fatal`), "nobody hears of the error"},
	{lazyre.New(`Object\.prototype method`), nil, lazyre.New(`Object \. (?:prototype|hasOwn)\b|\bMap\b`), "it asks another question"},
	{lazyre.New(`(?i)permissive (?:mask|file)|chmod`), lazyre.New(`0?o?777|0?o?666|\b511\b|\b438\b|S_IRWXO|S_IWOTH`), nil, "everybody may still write there"},
}

// unremedied finds an answer that does not do what would cure the complaint.
func unremedied(c Change) string {
	now := token.Joined(c.Now)
	for _, d := range remedies {
		if !d.about.MatchString(c.Message) {
			continue
		}
		if d.weak != nil && d.weak.MatchString(now) && !d.weak.MatchString(token.Joined(c.Was)) || d.weak != nil && d.strong == nil && d.weak.MatchString(now) {
			return d.says
		}
		if d.strong != nil && !d.strong.MatchString(now) {
			return d.says
		}
	}
	return ""
}

// lostLimit finds a context whose limit is gone with the cancel function that
// nobody called.
func lostLimit(c Change) string {
	if c.Family != power.Golang || !aboutCancel.MatchString(c.Message) {
		return ""
	}
	for _, w := range []string{"WithTimeout", "WithDeadline", "WithCancel", "WithCancelCause", "NotifyContext"} {
		if has(c.Was, w) && !has(c.Now, w) {
			return "it no longer calls " + w
		}
	}
	return ""
}

var aboutCancel = lazyre.New(`the cancel function`)

// stillLate finds a function that still reads the loop's variable when it is
// called, or that is called at once.
func stillLate(c Change) string {
	if !aboutLoops.MatchString(c.Message) {
		return ""
	}
	name := firstOf(c.Target)
	if token.Times(c.Now, func(ts []token.Token, i int) bool { return keeps(ts, i, name) }) == 0 {
		return "nothing keeps the value of " + name
	}
	return ""
}

// keeps reports whether token i gives the value of a name to a function that is
// called later: as a default, by partial, as the parameter of another function.
func keeps(ts []token.Token, i int, name string) bool {
	switch {
	case token.Is(ts, i, "partial", "bind", "let", "const"):
		return true
	case token.Is(ts, i, "def"):
		return token.DepthAt(ts, i) == 0 && token.Is(ts, i+2, "(") && !token.Is(ts, i+3, ")")
	case !token.Is(ts, i, name):
		return false
	}
	return token.DepthAt(ts, i) > 0 && token.Is(ts, i+1, "=") || token.SignatureAt(ts, i) || token.Is(ts, i-1, "lambda", ",") && token.Is(ts, i+1, ":", "=")
}

var aboutLoops = lazyre.New(`(?i)does not bind loop variable|loop (?:variable )?closure|loopclosure|functions? declared in a loop`)

// degenerateSize finds a comparison of a size that comes out one way.
func degenerateSize(c Change) string {
	if c.Family == power.Python && c.Grew(asksForNothing) && (has(c.Now, "in") || token.Times(c.Now, named("pass")) > token.Times(c.Was, named("pass")) || c.Grew(named("lambda"))) {
		return "it asks and does nothing"
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return ts[i].Kind == token.Op && (token.Is(ts, i, "<") && token.Is(ts, i+1, "0") || token.Is(ts, i, ">=") && token.Is(ts, i+1, "0") || token.Is(ts, i, "!=", "!==", "==", "===", ">") && token.Is(ts, i+1, "-") && token.Is(ts, i+2, "1")) &&
			(token.Is(ts, i-1, "length", "size", "Length", "Count") || token.Is(ts, i-1, ")") && token.SizeCall(ts, i-1))
	}) {
		return "it asks for a size that cannot be"
	}
	return ""
}

// asksForNothing reports whether a condition at token i decides nothing: one of
// both truths, a branch without a statement, a function that gives None.
func asksForNothing(ts []token.Token, i int) bool {
	switch {
	case token.Is(ts, i, "in") && token.Is(ts, i+1, "(", "[", "{") && token.Is(ts, i+2, "True", "False") && token.Is(ts, i+4, "True", "False"):
		return true
	case token.Is(ts, i, ":") && token.Is(ts, i+1, "pass", "..."):
		first := i
		for first > 0 && ts[first-1].Line == ts[i].Line {
			first--
		}
		return token.Is(ts, first, "if", "elif")
	}
	return token.Is(ts, i, "or") && token.Is(ts, i+1, "(") && token.Is(ts, i+2, "lambda") && token.Is(ts, i+4, "None")
}
