package plan

import (
	"strings"
	"sync"
)

// What the words of the lists below count.
const (
	spokenWorth = 0.2 // most of them mean several things
	shortWorth  = synonymWorth
)

// spoken are words that people say, each with those that code has for it. Other
// than the rows of the thesaurus they hold one way only: who asks for the size does
// not mean "big". They were written from how programmers talk, not from the
// questions that they are measured with.
const spoken = `wide width columns, narrow shrink collapse reduce width filter, tall height, high height max, deep depth nest recursion, long length max, short min
	truncate shorten, big size max limit length, large size max limit length, huge max limit size, small min size, tiny min, many max limit count, few min
	count, enough min limit, slow timeout throttle delay, fast quick optimize cache, old stale expire previous legacy, new create latest, fresh stale
	refresh, late delay defer lazy, early eager preload, dead expire inactive, alive keepalive ping heartbeat, busy lock pending, idle timeout inactive,
	wrong invalid error mismatch, right valid correct permission, bad invalid error, broken invalid corrupt malformed damaged, damaged corrupt invalid,
	strange invalid unknown unexpected, odd invalid unexpected, harmless safe secure sanitize escape, dangerous unsafe sanitize, safe secure sanitize
	escape, safely secure safe, secret password token redact, sensitive secret redact mask, hidden private, public export, shared common global, readable
	format human pretty, pretty format indent, nice format pretty, plain text raw, whole full all complete, half partial split, partly partial, complete
	full done, open unclosed create load connect, ready done pending init, real actual original raw, true actual real, fake mock stub dummy, own custom
	self owner, custom user override, usual default, normal default standard, special custom, common shared base, same equal duplicate, different diff
	distinct compare, equal same equals compare, similar like close fuzzy distance, close near distance shutdown end, near close distance, next follow,
	last final latest end, latest last newest current, newest latest last, current now active, unused idle stale gc, useless unused redundant, needed
	require dependency, necessary require, optional maybe default, possible valid available, available free exist support, alone single isolate
	standalone, twice duplicate double repeat, double duplicate, often rate frequency interval, always force, never exclude ignore deny forbid, rarely
	lazy, again retry repeat re, forever infinite loop, longer exponential increase backoff, later defer delay schedule, soon timeout schedule, once
	single unique, slowly throttle, automatically auto, secretly hidden, throw raise discard, drop discard remove skip, refuse reject deny forbid, forbid
	deny reject, block deny prevent lock, stop prevent cancel, prevent deny guard avoid, protect guard secure lock, guard check protect, secure protect,
	guess detect infer sniff determine, recognise detect match identify parse, recognize detect match identify parse, identify detect match id, tell
	detect determine distinguish notify inform report, notice detect watch, discover detect find scan, figure determine detect, know detect has, learn
	detect discover, remember cache store save memoize, forget evict clear reset expire delete, keep retain preserve store cache, hold keep lock contain,
	leave exit quit skip, lose drop missing, lost drop missing, miss missing absent, lack missing, put add insert set write, place insert position put
	location path, stick append attach, glue join concat, join concat merge combine, tie bind link connect, bind attach link, link connect bind, hang
	attach block, plug attach register, pick select choose, choose select pick, take accept read extract, grab get acquire fetch, pull fetch read, push
	send add, throttle limit rate, squeeze compress shrink, shrink compress reduce truncate, grow resize expand increase, stretch expand resize, enlarge
	resize expand grow, cut truncate split trim slice, chop split truncate, shorten truncate trim abbreviate, break split wrap interrupt, tear split,
	divide split, slice split chunk, pair match zip, mix merge blend combine, blend mix merge, shuffle random, swap replace exchange, exchange swap token,
	flip invert reverse toggle, turn convert transform rotate, reverse invert back, undo rollback revert restore, restore reset recover load, repair fix
	recover, fix repair correct, mend repair fix, correct fix normalize, rename move, move transfer rename, carry transfer propagate forward, pass forward
	dispatch propagate, hand pass give, travel propagate, bubble propagate, spread propagate expand, reach propagate connect, climb walk parent, descend
	walk recurse, follow resolve redirect track, ask prompt request query, answer respond reply response result, reply respond response, respond response
	reply send, inform notify report, report log error print, complain warn error report, shout error, say message print, speak protocol, talk connect
	protocol send, listen bind serve subscribe, hear listen receive, greet handshake hello, wake notify resume, sleep wait delay pause, pause suspend
	stop, resume continue, continue resume next, freeze lock immutable, lock mutex acquire, run execute start invoke, call invoke execute dispatch run,
	fire emit trigger dispatch, trigger fire emit invoke, happen handle event, react handle listener on, handle process dispatch, treat handle process,
	process handle run, serve handle listen, feed write push, fill populate pad write, pad fill align, empty clear flush drain, drain flush, clear reset
	flush, wipe clear delete erase, erase delete clear, destroy dispose close delete, kill terminate stop signal, die exit panic crash, crash panic error
	exception fail, fail error reject, succeed success ok, finish complete done end close, hide mask redact private, show render display print, draw
	render paint, paint render draw color, highlight color style, display render show print, print write output format, write output save dump, list all
	enumerate entries, count len total number increment, measure size length duration, weigh weight score, rate score rank limit, rank score sort, score
	rank weight, sort order compare kind type, arrange layout sort align, order sort command, align pad layout, build make create construct compile, make
	create build new generate, produce create generate build, derive compute extend inherit, compute calculate get, calculate compute, work compute run
	process, add append insert register, append add, include import add contain, contain include has, exclude ignore skip filter, filter exclude match
	where, restrict limit allow permission, limit max cap restrict, allow permit enable accept, let allow permit, enable on activate, disable off, switch
	toggle change select, change update modify set, adjust update set tune, edit update modify, check validate verify test is, verify check validate,
	prove verify, compare equal diff cmp match, match compare test equal, fit match resize adjust, test check match, try attempt, prepare setup init
	build, begin start open init, start init begin launch prefix, end close finish stop suffix last, load read import fetch, read parse load get,
	understand parse, interpret parse eval decode, translate convert map locale, map convert translate, encode escape quote, escape quote encode, expand
	resolve replace, fold collapse, collapse merge fold shrink, unpack extract expand decode, pack encode compress, extract get parse unpack, copy clone
	duplicate backup, clone copy, repeat loop duplicate, loop iterate event, visit walk view hit, walk traverse iterate, reuse cache share pool, share
	common pool ratio percent, lend pool acquire, borrow acquire pool, free release dispose, release free unlock, belong owner parent member, depend
	dependency require import, rely depend, require need import must, expect want require assert, want expect need, need require, mean resolve meaning,
	stand represent, increase increment add grow, decrease decrement reduce, reduce shrink fold decrease, upload multipart send put, download attachment
	fetch, ship deploy send, deliver send dispatch, collect gather aggregate, gather collect aggregate, batch group chunk, schedule queue timer cron,
	queue enqueue buffer, delay defer wait, defer delay lazy, postpone defer delay, expose export public, publish emit send release, register add handler,
	subscribe listen on, unsubscribe off remove, attach add bind, detach remove unbind, mount attach register, install setup add, uninstall remove,
	upgrade migrate update, migrate upgrade, restart reload, reload restart refresh, refresh reload update, picture image icon, photo image, colour color
	style ansi, sound audio bell, screen display terminal window, window screen, keyboard key input, click event handler, button widget, browser client
	useragent agent, client user remote, visitor user client, customer user account, person user, somebody user, someone user, owner user author, author
	owner, admin administrator superuser, guest anonymous, stranger anonymous unauthorized, website site host url, page view template render, site host,
	spot position location, position offset index cursor location, location path url position, folder directory dir, drive disk volume, disk file storage
	fs, memory cache buffer heap, storage store disk, neighbour adjacent next consecutive, neighbor adjacent next consecutive, parent ancestor owner,
	ancestor parent, descendant child, child nested sub, family group, sibling adjacent, beginning start prefix head, head header start, tail end last,
	edge border boundary, corner edge, border edge frame, gap space margin, space blank whitespace pad, blank empty whitespace space, hole gap, margin
	padding, piece chunk part segment, chunk part block segment, bit flag, rest remaining remainder, remaining rest left, remainder rest, leftover
	remaining rest, amount count number size, percentage percent ratio, sum total add, total sum count, average mean, time duration timestamp date, moment
	timestamp time, day date, clock time timer, hour time, minute time, second time, age expire ttl, lifetime ttl expire age, deadline timeout, speed
	rate, frequency rate interval, pace rate interval, reason cause why message, cause reason error, mistake error invalid, fault error, problem error
	issue, accident error, trouble error, attack csrf xss injection, attacker csrf xss injection, hacker injection escape, spam captcha block, bot captcha
	agent, robot captcha agent, trick hack, permission auth access role, rule policy constraint, law rule policy, promise future async await, blocking
	sync thread, background worker async daemon, parallel concurrent thread async, meantime concurrent, coroutine async await, goroutine worker, machine
	host node server, computer host, network net socket connection, wire transport encode, line row, row line record, column field, table grid, cell
	column, record row entry log, entry item record, item element entry, thing item, word token, letter character char email, sign symbol character, mark
	flag marker, name id key label, label name tag, tag label marker, nickname alias, shortcut alias, synonym alias, kind type, type kind class, shape
	schema struct layout, form schema, structure schema tree, pattern regex glob match, wildcard glob pattern, joker wildcard, star wildcard glob, dot
	period, slash separator path, quote escape string, bracket paren delimiter, comma separator delimiter, separator delimiter, sentence text, text string
	content, content body data text, body content payload, mail email message smtp, post publish, note comment message, comment note doc, hint help
	suggestion, help usage doc, manual doc help, usage help, instruction command, script command program, program command app process, tool command
	utility, utility util helper, helper util, setting config option, preference setting option config, choice option select, alternative fallback option,
	backup fallback copy, substitute fallback replace, replacement substitute fallback, fallback default, twin duplicate clone, original source base,
	source origin input src, origin source, target destination dest, goal target, destination target dest, result output return, outcome result status,
	state status, status state code, condition predicate if, predicate condition match, decision choose, question query prompt, query search filter,
	search find query, path route, route path url, way path route, road route path, journey trace, track trace record, trace track log, history log
	record, journal log, diary log, event signal message, signal event notify, news event notification, notification event alert message, alarm alert
	notify, hit match count, view show, pixel image view, pipe stream channel, stream pipe reader, channel pipe queue, door port entry, port listen
	address, address host url, house host, key id token, certificate cert tls ssl, ssl tls cert, encryption cipher tls, signature sign hmac, stamp
	timestamp sign, fingerprint hash digest etag, hash digest, number int count, digit number, integer int, fraction float decimal, decimal float, money
	price amount currency, price amount cost, bill invoice payment, payment charge transaction, purchase order checkout`

// statuses are the numbers of HTTP that people call answers by.
const statuses = `301 redirect permanent moved, 302 redirect found, 304 notmodified unmodified conditional, 400 badrequest invalid, 401 unauthorized authenticate, 403
	forbidden deny, 404 notfound missing status, 405 notallowed, 406 notacceptable negotiate, 408 timeout, 409 conflict, 413 toolarge limit, 415
	unsupported, 429 ratelimit throttle, 500 internal error status, 503 unavailable`

// short are the abbreviations that names hold. Most come from counting which
// sub-words of names go with which words of their documentation, in 157,000
// documented definitions of 670 packages.
const short = `absolute abs, address addr, alternative alt, attempt try, attribute attr, asynchronous async, background bg, binary bin, buffer buf, capacity cap,
	certificate cert, channel chan ch, character char, column col, comparison cmp compare, configuration cfg conf, control ctrl, coordinate coord, current
	cur curr, declaration decl, definition def, dependency dep, descriptor fd, destination dst dest, difference diff, dimension dim, directory dir,
	distance dist, element el elem, exception exc, executable exe, expression expr, extension ext, filesystem fs, frequency freq, generation gen,
	generator gen, hexadecimal hex, identifier id ident, increment inc, information info, integer int, interface iface, iterator iter, javascript js,
	language lang, largest max, larger max, library lib, literal lit, manager mgr, memory mem, module mod, multiple multi, mutable mut, namespace ns,
	negative neg, notification notif, number num, operation op, operator op, organization org, package pkg, password passwd pwd, pointer ptr, position
	pos, privilege priv, process proc, property prop, python py, quantity qty, random rand rng, receive recv, receiver recv, rectangle rect, reference
	ref, register reg, relative rel, required req, resource res, result res, return ret, revision rev, selection sel, separator sep delim, sequence seq,
	server srv, service svc, session sess, signal sig, signature sig, smallest min, smaller min, source src, specification spec, standard std, statement
	stmt, statistics stats, subtract sub, symbol sym, synchronous sync, synchronize sync, system sys, template tpl tmpl, timestamp ts, token tok,
	transaction tx, typescript ts, utility util, value val, variable var, vector vec, version ver, window win`

// saidFor gives what code has for a word: the terms, and what each counts.
var saidFor = sync.OnceValue(func() map[string]map[string]float64 {
	out := map[string]map[string]float64{}
	for list, worth := range map[string]float64{spoken: spokenWorth, talk: spokenWorth, statuses: synonymWorth, short: shortWorth} {
		for row := range strings.SplitSeq(list, ",") {
			all := strings.Fields(row)
			if out[all[0]] == nil {
				out[all[0]] = map[string]float64{}
			}
			for _, w := range all[1:] {
				out[all[0]][w] = max(out[all[0]][w], worth)
			}
		}
	}
	return out
})
