package plan

import (
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

const (
	conceptWorth = 0.8 // what the words of a concept count
	conceptText  = 20  // words that a question may have: in a longer text, any two stand somewhere
)

// concepts are things that programs do and that people ask for without their names:
// words that stand together somewhere in such a question, and what code calls the
// thing. Half of the questions of whole repositories that they are measured with were
// known when they were written, the other half was not.
const concepts = `leak unclosed detect: never return, never give, never release, never close, forget close, forget release, forget return
backoff retry delay exponential: long every, long each, long failure, wait attempt, wait try, wait retry, slow failure, between attempt, between try
jitter random variance spread: all same time, all same moment, everybody once, all start together
reset restore revert rollback: back original, put back, before change, back state, as was
freeze frozen sealed immutable readonly: cannot change, can't change, not change any, nobody change, never change, not change after
lock mutex exclusive flock acquire: two once, two same, only one time, two writer, two process, two instance, two worker, two thread, two goroutine, second process, already running
failover fallback alternate switch next: down other, down next, server down, broken other, dead next, fail next one
keepalive heartbeat ping health: still there, still alive, nothing sent, connection dead, client dead, server dead, peer dead, gone without
reconnect resume retry: connect again, connection lost, connection come back, connection break, connection drop, network gone
requeue redeliver restore unack nack: message lost, worker die, never finish, not acknowledge, never acknowledge, job lost, crash job
dead letter poison reject undeliver discard: fail often, nobody listen, cannot deliver, never succeed, give up message, no consumer
backpressure pause drain throttle full: too fast, keep up, slow reader, slow consumer, queue full, buffer full
rate limit throttle bucket quota: too many request, too often, per second, per minute, too many call
timeout deadline expire: never answer, no answer, hang forever, take long, too slow, stuck
cache memo reuse intern once: every time, again and again, only once, twice same, not again, computed again, avoid again
pool idle acquire release: connection reuse, reuse open, use again, kept open, borrow
evict expire prune lru clean: no room, too full, too much memory, throw out, thrown away, unused memory, old entry, old data
compact truncate vacuum prune trim shrink: grow forever, get small, space back, old log, thrown log, too big file
rotate roll rollover: new file day, new file big, log big, file too
atomic rename tmp temp sync fsync: half written, crash write, lights out, safe write, crash while
checksum crc verify corrupt integrity hash: damaged, file broken, altered, tampered, not changed by, intact
elect election vote candidate: become leader, choose leader, new leader, who lead
stepdown demote resign lease: leader stop, leader give, no longer leader, leader lose
transfer handoff handover migrate: hand over, pass on, give other, take over
catchup snapshot sync replay lag: far behind, catch up, lag behind, missed while
join leave member peer register: new server cluster, server cluster, enter cluster, become part
discover lookup register announce resolve: find each, find other, learn about, know about each, hear about
shutdown drain graceful wait close: stop running, finish before, wait until finish, let finish, close wait, still running stop
mask redact sanitize hide safe: password log, password show, secret show, password print, secret log, password visible, secret hidden, password hidden, password appear
safe join traversal sanitize escape: out folder, leave folder, outside folder, outside directory, out directory, dots path
escape sanitize clean safe allow whitelist: dangerous, evil, attacker, harm, inject, trusted input
charset encoding detect bom decode: which encoding, character set, encoded in, text encoding, which charset
precedence priority override merge: several place, which win, more than one place, both set, given twice
deprecated alias compat legacy shim: old name, old way, older name, used to be, no longer recommend
version compatible migrate upgrade mismatch: other version, old version, another version, old format, new version, different version
humanize human readable size format unit: human size, easy read, readable size, in megabyte, for people
width columns terminal size: how wide, wide screen, fit screen, wide terminal, fit terminal
progress percent bar eta: how far along, how much done, how far done
lineno line position column location span offset: which line, at line, what line, where in file, line column
walk traverse visit iterate: every node, all node, whole tree, through tree, each node, all file folder
scan iterate cursor each walk: go through, through all, all key, all entries, one by
glob pattern match wildcard: wildcard, star name, question mark, match name
schedule delay cron timer defer: run later, later than, every hour, every day, certain time, at given time, not now
batch bulk pipeline multi group flush: send together, sent together, several at once, one go, many once, at once together, one request many
range partial resume offset: part file, resume download, only part, continue download
etag modified conditional stale: not modified, changed since, still fresh, up date copy
auth authorize permission allow access check: who allowed, who may, may do, is allowed, allowed to, no right, not permitted
refresh renew token expire: token old, new token, token run, login expire, token expire
tls ssl verify cert trust: trusted server, certificate valid, certificate trusted, certificate check, server really
forwarded proxy real remote ip: behind proxy, real address, real client, address client, client's address
plugin entrypoint discover load register: find plugin, extension found, load extension, plugin found
unhandled uncaught excepthook panic recover: nobody handle, nobody catch, not handled, error nobody, not caught, handler crash
aggregate collect merge errors join: all error, several error, error together, errors together
topological sort order dependency graph: which first, run first, depends order, right order, need before
id uuid guid sequence generate next: unique number, unique name, number each, unique id, own number
metric counter stat record histogram: how many so far, counted, keep count, count how, numbers about
health ready live check status: is healthy, works properly, is alive, ready serve
required missing validate: must given, not given, forgot give
unknown extra strict ignore forbid: not know field, unknown field, unknown key, extra field, not expected
hook before after callback middleware: before every, after every, before each, after each, around every
watch reload notify change poll: file change, config change, edited while, changes while, without restart
env environ variable lookup: environment, environment variable
retry attempt again max: try again, tried again, how often try, second try, fail again
priority order sort queue weight: more important, urgent, first served, comes first
weight balance round robin pick: share load, spread load, evenly, which server, which node, fair turn
dedupe unique duplicate seen idempotent: same twice, only once, not twice, second time same, already seen
parse split decode tokenize: taken apart, take apart, read from text, cut into, break into
format render serialize write encode: turned into text, written as, print as
copy clone snapshot deepcopy: own copy, not change original, without touching, copied before
nested recursion depth max limit: how deep, too deep, deeply nested, inside each, within itself
truncate ellipsis shorten max: too long show, cut off, does not fit, long line
parent inherit base scope chain: taken from parent, from above, parent's, inherited from
merge override default combine update: defaults combined, default overridden
cancel abort stop signal context: stop half, stop early, user stop, interrupt, called off, abort running
cleanup finalize dispose close defer: at the end clean, leave behind, left behind, afterwards remove, clean after
detect guess sniff infer: find out which, which kind, what kind, recognised, tell which
bind route dispatch match handler: which handler, which function called, right function, request reach, find route
stream chunk iter buffer read: piece by, bit by, without loading, not all memory, large file
worker pool size concurrency limit: how many at once, how many parallel, number worker, how many thread
accept negotiate quality prefer: which format, best format, prefer format, content client want
cors preflight origin cross: other site, another site, other origin, cross site, other domain
csrf token samesite forged: forged, site form, form really
redirect follow location hops: sent elsewhere, follow redirect, moved elsewhere, somewhere else
cookie jar domain store: remember cookie, send cookie, keep cookie, which cookie
static serve sendfile mime: serve file, send file, deliver file
mimetype contenttype guess extension: kind file, type file, file type, what type
multipart boundary form upload: form file, upload file, file sent
query params urlencode string: url parameter, in url, added url, onto url
notfound fallback missing handler: no route, nothing match, unknown path, nothing found, page missing
upgrade hijack websocket switch: turn into websocket, connection upgrade, become websocket
gzip deflate brotli compress encoding: small before send, pack before, compress response, save bandwidth
basic bearer digest header credential: password sent, credentials sent, login sent
tunnel proxy connect: through proxy, over proxy, via proxy
transaction commit rollback begin: all or nothing, half done, together or not
recover replay journal wal: after crash, crash recover, up after, survive crash
freelist free page reuse: space again, free space, deleted space
grow resize mmap remap: file grow, database grow, no space left
prepare statement cache placeholder: same query, query again
dirty changed modified tracked: what changed, only changed, changed field, which changed
lazy load fetch deferred: only loaded, loaded later, loaded when
paginate page cursor limit offset: next page, many result, page by page
conflict optimistic version stale: changed meanwhile, two edit, somebody else changed, else changed
usage help flags print: help text, show help, what options
completion shell suggest: press tab, tab complete, complete command
exit code status: tell shell
prompt confirm ask input: ask user, user confirm, really want
isatty tty terminal color: not terminal, is piped, into pipe
config file search home locate: find config, config found, settings found, where settings, which config
stdin pipe read: from pipe, piped in, standard input
dry run simulate preview: without doing, only show, would do
verbose quiet level silent: more output, less output, how much output, no output
token lexer scan tokenize: into words, into tokens, read character, split source
operator precedence binary climb: operator first, which operator, operator order
recover expect syntax error: wrong syntax, syntax error, not parse, cannot parse
unescape backslash decode: backslash, escape sequence, escaped character
whitespace comment skip trim: ignore comment, skip comment, blanks ignored
indent dedent level: indent, indentation, how indented
future promise await result: wait result, result later, result come
cancel context done propagate: everything stop, stop all, all stop
semaphore limit slot acquire: only so many, at most, no more than
deadlock order wait cycle: wait each, each other wait
notify signal wake condition: wake up, woken, told when, told that
atomic compare swap counter: without lock, lock free
threadlocal local contextvar: per thread, each thread, thread own, own thread
spawn fork child process exec: start process, new process, other program, another program, start program
reap wait exit child: child end, process end, program end
stdout stderr capture pipe: output command, output program, program print
interrupt signal handler term: killed, told stop, ctrl, kill process
daemon detach background pid: in background, run behind
event loop poll select epoll: wait event, event loop
executor thread offload blocking: blocking code, blocking function, slow function, block loop
layout measure draw render: on screen, drawn, space gets, how much space
wrap fold width break: long line, break line, line break, fit line
viewport scroll visible: only visible, visible part, scroll
strip ansi escape style: colour codes, color codes, escape codes
highlight syntax theme: code colour, code color, coloured code
align column table pad: column wide, table column, columns
grapheme unicode width emoji: emoji, chinese, wide character
ignore gitignore exclude walk: which file, file skipped, skip file, leave file out
symlink readlink resolve real: link point, follow link, symbolic link
dotfile hidden skip: start dot, hidden file
mode chmod umask permission: read file may, file right, file permission
tempfile unique mkstemp temporary: temporary file, unique file
debounce coalesce delay throttle: many change once, too many event, quick change, many event
crlf newline eol ending: windows line, end line, line ending
mtime newer stale modified: newer than, changed since, out date
extract archive unzip untar: unpack, unzip, pack file
sign hmac verify signature digest: nobody changed, forged, really from, was altered, really sent
constant timing compare digest: compare secret, leaking time, time leak
salt kdf hash bcrypt: password stored, store password, password kept, keep password
random secure token generate: cannot guess, guessable, random string
nonce replay once: replay attack, sent twice
encrypt cipher decrypt key: unreadable, made secret, encrypted
hostkey fingerprint known trust verify: know server, right server, server know, trust server
sandbox forbid restrict safe: dangerous code, not allowed code, untrusted code, keep people away
bomb limit max size depth: huge input, large input, eat memory, fill memory, huge file, huge
acknowledge ack confirm done: handled message, message done, message handled
prefetch qos window credit: how many message, message ahead, messages ahead
fanout broadcast publish all: to everybody, to everyone, everyone get, to all client, to all
routing exchange bind topic: which queue, right queue, message queue
rebalance assign partition share: share work, divide work, work divide
visibility redeliver requeue lease: message again, delivered again, deliver again
result reply backend store: result task, answer task, result job
chord chain callback group: after another, when all done, all done
pickle serialize json encode: turned bytes, turned into bytes, over wire, message turned
proxy trap intercept get set: access notice, read notice, notice read
track dependency observer subscribe: who depend, what depend, depend on noticed
recompute invalidate derive memo: computed again, recomputed, compute new
deepequal compare diff equal: really changed, same content, anything changed
registry lookup class name: found name, by its name, name class, given string
factory create instance build: which class, make object, object made
weakref finalizer gc release: kept alive, memory freed, never freed, no longer used
pool buffer allocate reuse: avoid allocat, allocate, memory again
validate constraint invalid error: wrong input, value allowed, bad value, wrong value, make sense, sensible
coerce convert cast parse: text number, right type, into number, string number, into type
path field error nested: which field, error inside, error nested
alias rename map field: other name, named different, different name
omit exclude skip empty: not written, empty left
discriminator subclass union tag: which subclass, which type, right subclass
include extend inherit block: other template, parent template, template inside
frame caller stack trace: who called, line call, call stack
sink handler writer output: where log go, log written, log goes
elapsed duration monotonic measure: how long took, time took, took, how long ran
outlier stddev mean statistic: unusual, average
decimal round precision digits: how many digit, rounded, digits
dst timezone offset utc: time zone, summer time
skew drift backward retrograde leap: clock back, clock wrong, clock change, clock jump, clock set
dns resolve srv lookup: name address, address found, host found
listen accept bind port: wait connection, port taken, which port, new connection
header frame payload length: on wire, bytes message
handshake negotiate agree version: both side, agree on, first talk, side agree
window flow credit adjust: too much sent, side full, window full
rekey renew session key: key changed, new key, key renewed, keys renewed
shard slot hash partition: which server key, which node key, where key, given key
moved redirect ask slot: slot moved, key moved, node has
replica slave secondary follower: replica, read copy, copy server
primary master leader: main server, master found
hook lifecycle mount unmount: when removed, gets removed, when created
plural gender locale translate: other language, user language, translated
sort compare key order: order of, sorted
filter predicate exclude match: only those, kept only
unfinished pending incomplete outstanding: still open, not finished, not yet done, in flight
active busy inuse borrowed: in use, being used, still used
permanent final abort end: for good, for ever, finally gone
batch tick microtask next flush: same tick, next tick, same moment together
reuse lastused recent affinity: used last, last used, recently used`

// concept is one of them, as one kind of question asks for it.
type concept struct {
	words []string // all of which the question holds
	means []string
}

// conceptList are the concepts, in the order of the rows.
var conceptList = sync.OnceValue(func() []concept {
	var out []concept
	for row := range strings.Lines(concepts) {
		means, asked, _ := strings.Cut(strings.TrimSpace(row), ": ")
		for words := range strings.SplitSeq(asked, ", ") {
			out = append(out, concept{strings.Fields(words), strings.Fields(means)})
		}
	}
	return out
})

// conceived are groups for what a question asks about without its name. They are
// guessed from words that mean other things, too, and only add to what is found.
func conceived(text string) []index.Group {
	said := saidIn(text)
	var out []index.Group
	if len(strings.Fields(text)) > conceptText {
		return nil
	}
	var seen []string
	for _, c := range conceptList() {
		if slices.ContainsFunc(c.words, func(w string) bool { return !said[w] }) || slices.Contains(seen, c.means[0]) {
			continue
		}
		seen = append(seen, c.means[0])
		g := index.Group{Word: c.means[0], Weight: 1, Extra: true}
		for _, m := range c.means {
			g.Add(m, conceptWorth)
		}
		out = append(out, g)
	}
	return out
}

// saidIn are the words of a text in all their forms.
func saidIn(text string) map[string]bool {
	said := map[string]bool{}
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '?' || r == ';' || r == ':' }) {
		w := spelled(f)
		said[w] = true
		for _, b := range bases(w) {
			said[b] = true
		}
		if c := comparison(w); c != w {
			said[c], said[c+"e"] = true, true
		}
	}
	return said
}
