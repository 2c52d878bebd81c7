package plan

// talk are further words of talk, each with those that code has for it: what things
// do, and what becomes of them. As [spoken], they hold one way only, and were
// written from how people speak, from A to Z, not from questions.
const talk = `abandon cancel abort drop, abort cancel stop, absent missing none, abuse limit throttle, accident unexpected, accidentally unexpected guard,
	acknowledge ack confirm, act handle apply execute, actually effective real resolved, ago age since elapsed, agree negotiate match, aim target, alike
	equal similar compare, allowed valid permitted accepted supported, alter modify patch change, ambiguous conflict unique, announce notify publish
	broadcast, anonymous guest unnamed, apart separate split isolate, appear show display visible, approve accept confirm allow, approximate estimate
	round, arrive receive incoming message, ask confirm input, asleep sleep idle, assume default infer, await wait, awake wake, aware detect context,
	away remove detach, backwards reverse compat previous, badly invalid malformed, balance distribute spread weight, ban block deny forbid, bare plain
	raw empty, barrier wait sync, become convert transition change, beep bell alert, behave behavior mode, behind proxy after, believe trust, bend
	adapt, bill charge, blame cause error, bloat size limit shrink, block chunk body, boil reduce, book register record, boring hidden skip noise,
	bother skip ignore, bottom end last footer, bounce redirect reject debounce, brake throttle, branch fork split, bring fetch load import, broadcast
	publish emit all, browse list view, bump increment version, bunch batch group, burst rate limit, bury archive hide, bypass skip disable override,
	calm debounce throttle, cap limit max, care handle, careful safe check, casing case insensitive lower upper, catch capture handle recover, caught
	capture handle recover, cease stop end, certain specific match, chance probability random, chase follow resolve, cheap fast cache, cheat bypass
	mock, circle cycle circular, claim acquire lock own, clash conflict collision duplicate, clean sanitize normalize strip clear, clever auto smart,
	cling hold retain, closely near, clumsy fallback, coarse round granularity, colleague peer worker, collide conflict collision, come arrive receive,
	command instruction cmd, compact minify compress, companion pair related, complicated complex nested, concern relate, confuse ambiguous conflict,
	connect link join, consider check include, consistent sync valid, consult lookup check, contact address host, convince force, cooperate share, cope
	handle recover, correct valid, cost weight price, couple pair bind, cover wrap include, crash abort, crawl walk traverse, cripple disable, cross
	across origin, crowd group many, crush compress, curly brace bracket, damage corrupt invalid, danger unsafe risk, dangerous confirm dangerous, dare
	try, deaf ignore silent, deal handle, debt pending, decay expire backoff, decide choose determine resolve select, decline reject refuse, decorate
	wrap style, dedicated own special, deep nested recursive, defeat override, delay sleep, delegate forward dispatch, demand require request, demote
	lower, depart leave exit, describe description doc info, deserve should, desire want expect, despite force ignore, detail verbose info, detour
	redirect, die kill, differ diff compare, difficult complex, dig walk find, digest hash, dirty changed modified stale, disagree conflict mismatch,
	disappear remove delete gone, dislike exclude, dismiss close reject discard, disturb interrupt, dive recurse nested, dodge skip avoid, double twice,
	doubt check verify, downwards descend child, draft temp pending, drain empty, dress wrap format style, drift skew offset, drive control run, dry
	simulate, dull skip, dump write print serialize, duplicate unique repeat, dwell wait, eager preload immediate, earlier previous before, earn get,
	ease easing helper, eat consume read, edit change, effort attempt work, elapse elapsed timeout duration, elect choose leader, elsewhere external
	remote other, embed include inline nested, emergency abort fallback force, employ use, enclose wrap surround, encounter find meet, encourage hint
	suggest, ending extension ext suffix end, endless infinite loop recursion cycle max, endure persist timeout, enforce force require check, enjoy use,
	enough sufficient, ensure check must, enter push begin, equip setup, era version, essential required, estimate eta approx, evaluate eval compute,
	evenly distribute balance, eventually finally later, everybody all broadcast, everyone all, evict expire remove, exact strict equal, exaggerate
	scale, examine inspect check, exceed limit max over, excess limit overflow, excuse skip ignore, exhaust limit drain, expensive cache lazy,
	experiment unstable feature, expire ttl timeout, explain describe help message, explode panic split, explore walk scan, external remote, extra
	additional rest unknown, fade expire alpha, fair balance round, faithful exact, faithfully exact preserve, fall fallback default, false invalid,
	familiar known, fancy pretty, far distance remote, fashion style, favor prefer priority, favour prefer priority, fetch load get, fight conflict,
	figure compute, file path, fill assign, filthy dirty, finalize finish close, find lookup search, fine granular valid ok, flash message notify, flat
	flatten, flood limit throttle, flow stream pipe, fly runtime, fold merge, foolish invalid, forbid block, force must override, foreign external
	other, forgive ignore recover lenient, forward next proxy, fragile strict, free available, frequent rate interval, fresh new, friendly readable
	human pretty, frighten warn, frozen freeze immutable readonly, fuel feed, full complete overflow limit, funnel pipe merge, funny unknown special,
	furnish provide, fuss verbose, future later scheduled, gap missing, garbage invalid gc, gentle graceful, gently graceful shutdown, genuine real
	verify, ghost stale hidden, glance peek, gone missing removed deleted, good valid ok, grab capture, gracefully shutdown stop close, grant allow
	permission, greedy match all, guarantee ensure must, guard lock, guide help route, habit default usual, halt stop abort, handy helper util, happen
	occur, hard strict force, harm unsafe, harvest collect, hasty early, haul transfer, head first, heal repair recover, heap memory, heartbeat ping
	alive, heavy large expensive, hesitate delay wait, hide hidden, hint suggest, hollow empty, home user root, honest real, hook callback, hop jump
	skip next, host server, hot reload, huge large, human readable, hungry busy, hurry flush immediate, hurt error, ignorant unknown, ignore skip
	exclude, ill invalid, imitate mock simulate, immediately now sync instant, impatient timeout, impossible invalid error, impostor spoof, improve
	optimize, inbound incoming request, indent pad, indicate flag status, inherit extend parent base, inner nested child, innocent valid, inspect check,
	instantly immediate now, instruct command, insult invalid, intend want, interfere conflict lock, interrupt cancel signal abort, intruder
	unauthorized, invent generate create, invite add accept, involve include, jam block lock, jitter random backoff, joke fake, judge check evaluate,
	jump skip goto, junk invalid, kick start remove, kill timeout, knock ping, know known registered, lag delay latency, land arrive, lazily lazy defer,
	lead leader first, leak release close, lean minimal, leap skip, leave keep, left remaining rest, leftover stale existing orphan unlink remove, lend
	share, length size, lengthen pad extend, lie fake spoof, lift raise hoist, lighten shrink, likely probable guess, limp degraded, link url, little
	small min, live active, locate find, log record, long timeout, loose lenient, loud verbose, lucky random, lump batch merge, mad invalid, magic auto
	special, main primary, maintain keep update, manage handle, mangle escape mutate, march next, mark tag, marry pair join, mask hide, master primary
	leader, meaning semantic, meanwhile concurrent background, meddle modify, meet match, melt merge, mention reference, mess invalid conflict, middle
	center between, mime contenttype, mind check, mine own self, minor patch, mirror copy replicate, misbehave invalid error, misspell suggest similar
	distance, misspelled suggest similar distance, mistype suggest similar distance unknown, mistyped suggest similar distance unknown, misuse invalid
	error, mock stub fake, mood mode, multiply scale repeat, mute silent quiet disable, mutual circular, mystery unknown, naked raw plain, native
	builtin platform, natural default, naughty invalid, near closest, neat format pretty, neglect ignore skip, negotiate accept match, neighbour
	sibling, nest nested child, noise verbose skip, noisy verbose, nominate choose, normal usual, nudge hint, number index, obey respect apply, object
	reject, observe watch listen, obsolete deprecated legacy, obstacle block, obtain get acquire, occupy lock busy used, occur happen event, offend
	invalid, offer provide suggest, offline network disconnect, omit skip exclude, onwards next, opaque hidden, opposite reverse inverse not, opt option
	enable disable, orphan stale unused dangling, outdated stale expired old, outer parent wrapper, outgoing request send, outlive expire, outside
	external, overdue deadline expired late, overflow limit max exceed, overlap intersect conflict merge, overload limit throttle busy, overlook ignore,
	overtake priority, overwrite replace force exists truncate, overwritten replace force exists safe, panic recover crash, paranoid strict secure, park
	suspend pause, partner peer pair, paste insert, patch modify update, patience timeout wait, patient timeout wait, pay charge, peek lookahead next,
	peel strip unwrap, peer remote, pending wait queue, perish expire, permit allow, persist save store, pester retry poll, phase step state, pile stack
	queue, pin fix lock, plan schedule, plant insert, play run, plead request, plenty many, point reference, poison invalid corrupt, poke ping, polite
	graceful, poll interval check, pool reuse, populate fill, portion part slice, possess own have, postpone schedule, pour write stream, precede before
	previous, precious secret keep, precise exact, predict estimate, prefer priority default, present show exists, preserve keep retain, press key
	input, pretend mock fake simulate dry, previous last, privilege permission, probe detect check ping, proceed continue next, prohibit forbid deny,
	promote raise, proof verify, propagate forward, proper valid, prune remove trim, pulse heartbeat, punish reject penalty, pure plain, purge clear
	delete, pursue follow, puzzle challenge, quarrel conflict, quick fast, quiet silent, quietly silent ignore, quit exit, quota limit max, race lock
	sync concurrent, raise throw error, random shuffle, range interval, rare seldom, raw plain, reach resolve, realise detect, realize detect, rearrange
	sort order, reboot restart, rebuild watch build reload, recall lookup cache, receipt ack, recent latest, recipe rule, reckon compute estimate,
	recommend suggest, reconcile merge sync diff, record store, recover restore resume, recycle reuse pool, redo retry replay, refer reference link,
	refill replenish, refine filter, reflect mirror, regain restore, regret undo, regular periodic pattern, reject deny, relate associate, relax lenient
	loose, relay forward proxy, relevant match filter, reliable retry, remain keep rest, remind schedule notify, remote external, renew refresh extend,
	rent acquire, repeat retry, replace substitute, represent encode, rescue recover, resemble similar, reserve allocate hold, reset clear, resist
	block, resolve lookup find, respect apply honor, retire deprecate remove, retreat backoff rollback, return give, reveal show expose, revive restart
	restore, revoke deny expire invalidate, reward score, rewind reset seek back, rewrite replace transform, ride follow, rigid strict, ring bell
	buffer, rip extract, rise grow, risk unsafe, rival conflict, roam walk, rob steal, rotate roll cycle, rough estimate, round nearest, rubbish
	invalid, rude force, ruin corrupt, rush immediate, sacrifice drop, sane valid, sanity check validate, satisfy match meet, save write store, scan
	walk parse, scare warn, scatter distribute, scold warn, scramble shuffle encrypt, scrap discard, scratch temp, scream error, scroll page, scrub
	sanitize, seal lock sign close, season period, seed random init, seek search offset, segment part, seize acquire, seldom rate, select choose,
	selfish own, sense detect, separate split, sequence order, serious critical fatal, settle resolve, several multiple, severe critical, shallow copy,
	shield protect guard, shift move offset, shiny pretty, shoot send, shout upper, shove push, shut close stop, sick unhealthy, sight view, silence
	quiet mute suppress, silently quiet ignore suppress, silly invalid, simple basic, single one unique, sink target output, skew offset drift, skip
	ignore, slack margin, slave replica worker, slice part, slide window, slip skip, slot position, smart auto, smash flatten, smell detect, smooth
	interpolate, smuggle inject, snap snapshot, snapshot copy state, sneak inject, sniff detect guess, soft lenient, solve resolve, sound valid, spare
	unused, spawn start fork, spell name, spend consume, spill overflow write, spin loop busy, spit print, splice insert, split divide, spoil invalid,
	spot detect, spread distribute, spring start, spy observe inspect, squash merge combine, stable keep sort, stack push, staff worker, stage step,
	stale expired old, stall block wait, standard default, stare watch, starve priority fair, static constant, steer control, step next, stiff strict,
	still active, sting error, stitch join concat, stock default, store save, stray unexpected extra, stress load, strict exact, strip trim, stroke key,
	strong secure, structure layout, struggle retry, stubborn retry, stuck deadlock hang timeout, stuff content, stupid invalid, style format, subtract
	sub, suck read, suffer error, suggest hint, suit match, summon call invoke, supply provide, support handle, suppress silence ignore, surface expose,
	surplus extra, surprise unexpected, surrender abort, surround wrap, survive persist recover, suspect check, suspend pause, sustain keep, swallow
	ignore suppress catch, sweep clean gc, sync update, tailor custom, tame limit, tamper verify signature, tap listen, taste probe, teach register,
	team group, tear teardown, temporary temp tmp, term word, terrible fatal, thaw unfreeze, thick width, thin reduce, thorough deep full, threat
	unsafe, threaten warn, tick interval timer, ticket token, tidy clean format, tight strict, till until, tiny small, tip hint, tired timeout, title
	name, together merge join, tolerate allow lenient, tongue language locale, toss discard, touch update modify, tough strict, tour walk, track watch,
	trade exchange, trail suffix, transfer move, transform convert, trap catch handle signal, trash delete, tree nested, trick spoof, tricky special,
	trim strip, trivial simple, true valid, trust verify, truth boolean, tune adjust config, tunnel proxy, tweak adjust config, twist transform, ugly
	malformed, ultimate final, unable fail error, unavailable missing offline, unexpected invalid error, unfinished incomplete pending partial, unfold
	expand, unhappy error fail, uniform same, union merge, unique distinct, unite merge join, unknown missing undefined, unlimited infinite, unload
	release, unlock release, unnecessary redundant skip, unreadable denied corrupt, unreliable retry, unroll expand, unsaved dirty, unstable
	experimental feature, unsure guess, unused dead, unwanted exclude filter skip, unwrap extract, update refresh, upset invalid, urgent priority
	immediate, usable valid available, utter print, vague fuzzy, valid check, vanish remove delete, vast large, version release, veto reject intercept
	prevent cancel, victim target, violate invalid constraint, violation invalid constraint, virtual fake, visible show, void empty, volume size level,
	vote choose, vulnerable unsafe, wait delay, wander walk, want require, warm preload, warn alert, waste unused, watch observe, weak lenient, weave
	merge, wedge insert, weird unknown, while during, whisper quiet, wild wildcard glob, win priority precedence override, window range, wins priority
	precedence override, wire connect register, wish want option, wither expire, witness observe, world global env context, worry warn, worth value
	weight, wrap enclose, wreck corrupt, yield return, young new recent, zap remove, zero empty reset, zip compress, zoom scale`
