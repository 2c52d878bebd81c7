package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What comes from nowhere: functions and classes that neither the program nor the
// complaint names. A list of what is harmless bounds it; a list of what is not never
// ends.

// strangers finds the first function, class or package that the new lines use, and
// that is not of the program, of the complaint or of the harmless part of the
// language.
func strangers(c Change) string {
	fine, ok := harmless[c.Lang]
	if !ok {
		return ""
	}
	for i, t := range c.Now {
		if !token.IsName(c.Now, i) || token.Reserved[t.Text] || !c.reaches(i) || slices.Contains(fine, t.Text) || alwaysFine.MatchString(t.Text) || c.known(t.Text) {
			continue
		}
		if !slices.ContainsFunc(token.Places(c.Now, t.Text), c.made) {
			return "it uses " + clip(t.Text) + ", which neither this file nor the message names"
		}
	}
	return ""
}

// known reports whether the old text, the complaint or what the model was shown
// names a word.
func (c Change) known(word string) bool {
	return c.said(word) || token.WholeWord(c.Before, word) || token.WholeWord(c.Shown, word)
}

// made reports whether the name at a token of the new lines is bound there.
func (c Change) made(i int) bool {
	return boundAt(c.Now, i) || token.InSignature(c.Now, i) || token.Is(c.Now, i-1, "import", "{", ",", "type", "use", "class", "function", "fn", "def", "struct", "void", "static", "*") ||
		token.IsName(c.Now, i-1) && !token.Reserved[c.Now[i-1].Text] && !token.Is(c.Now, i-1, "new", "typeof", "void", "delete", "of", "then", "unless", "until") && c.Now[i-1].Line == c.Now[i].Line
}

// reaches reports whether the name at a token of the new lines is called, made or
// asked for a part, and is no part itself.
func (c Change) reaches(i int) bool {
	ts := c.Now
	if token.Is(ts, i-1, ".", "?.", "->") || token.Is(ts, i-1, "::") && i > 1 {
		return false
	}
	first := ts[i].Text[:1]
	switch c.Lang {
	case "rust":
		return token.Is(ts, i+1, "::") && strings.ToLower(first) == first && !token.Is(ts, i+2, "<")
	case "c":
		return token.CallAt(ts, i)
	case "ruby":
		return token.Is(ts, i+1, "(", "::", "{", "do") || command(ts, i) || token.Is(ts, i+1, ".") && strings.ToUpper(first) == first
	case "java":
		return token.CallAt(ts, i) || token.Is(ts, i-1, "new") || token.Is(ts, i+1, ".")
	}
	return reachesInScript(ts, i)
}

// reachesInScript is reaches for JavaScript and TypeScript, whose types reach nothing.
func reachesInScript(ts []token.Token, i int) bool {
	return (token.Is(ts, i+1, "(", ".", "?.", "[") || token.Is(ts, i-1, "new")) && !token.Is(ts, i-1, ":", "as", "<", "|", "&", "extends", "implements", "function", "class", "get", "set", "static", "async") &&
		!token.Is(ts, token.Closing(ts, min(i+1, len(ts)-1))+1, "{", ":")
}

// command reports whether a call of Ruby's without brackets begins at token i.
func command(ts []token.Token, i int) bool {
	return token.StartsLine(ts, i) && i+1 < len(ts) && ts[i+1].Line == ts[i].Line && (ts[i+1].Kind == token.Name && !token.Reserved[ts[i+1].Text] || ts[i+1].Kind == token.String)
}

// alwaysFine are errors, elements of pages, lists of numbers: they do nothing.
var alwaysFine = lazyre.New(`^(?:[A-Z]\w*)?(?:Error|Exception|Event|Element|Array)$`)

// harmless are the parts of a language that work out what they are given, or say
// something to whoever runs the program.
var harmless = func() map[string][]string {
	script := strings.Fields(`Object Array String Number Boolean Symbol BigInt Math JSON Date RegExp Map Set WeakMap WeakSet WeakRef Promise Intl
		parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI structuredClone console ArrayBuffer DataView TextEncoder
		TextDecoder URL URLSearchParams AbortController AbortSignal Buffer clearTimeout clearInterval setTimeout setInterval performance crypto btoa atob
		Iterator React window document process require import module exports describe it test expect jest vi beforeEach afterEach assert Node Event
		Headers Request Response FormData Blob File Record Partial Readonly Required Pick Omit Exclude Extract NonNullable ReturnType Parameters Awaited
		InstanceType resolve reject done next of typeof super globalThis`)
	return map[string][]string{
		"javascript": script, "javascriptreact": script, "typescript": script, "typescriptreact": script,
		"c": strings.Fields(`sizeof strlen strnlen strcmp strncmp strcpy strncpy strlcpy strlcat strcat strncat strchr strrchr strstr strdup strndup strtol strtoul
			strtoll strtod strtok_r strerror strspn strcspn memcpy memmove memset memcmp memchr malloc calloc realloc free printf fprintf snprintf
			vsnprintf puts fputs fputc putchar perror fgets fgetc fclose fflush ferror feof fread assert static_assert abs labs isdigit isalpha isspace isalnum
			isupper islower toupper tolower qsort bsearch va_start va_end va_arg va_copy offsetof INT64_C UINT64_C getline fabs floor ceil sqrt pow memset_s
			explicit_bzero strtof atoi atof`),
		"java": strings.Fields(`List ArrayList Map HashMap Set HashSet Optional OptionalInt Objects Collections Arrays String Integer Long Double Float Short Byte
			Boolean Character Number Math StringBuilder Iterator Stream IntStream Collectors Duration Instant LocalDate LocalDateTime ZoneId ZoneOffset BigDecimal
			BigInteger TimeUnit Locale StandardCharsets Charset Pattern Matcher LinkedHashMap TreeMap TreeSet LinkedHashSet Deque ArrayDeque Queue LinkedList
			Function Supplier Consumer Predicate BiFunction UUID SecureRandom Random MessageDigest PreparedStatement Logger LoggerFactory LOGGER logger log
			ReentrantLock AtomicInteger AtomicLong AtomicReference ConcurrentHashMap CompletableFuture Comparator System java util lang io nio time math
			Object Enum Record Override equals hashCode toString getClass compareTo isEmpty valueOf requireNonNull EnumMap Path Paths Iterable Class Thread
			BufferedReader BufferedInputStream InputStreamReader StringReader StringJoiner Number super`),
		"ruby": strings.Fields(`puts p print raise format sprintf Integer Float String Array Hash Rational Complex Set Struct Time Date DateTime Comparable Enumerable
			Math loop lambda proc block_given? require_relative attr_reader attr_writer attr_accessor include extend prepend private public protected
			module_function private_constant freeze freeze? warn catch throw rand sleep pp SecureRandom JSON CSV BigDecimal Regexp Range Symbol
			Class Module yield return super alias defined? not and or if unless while until case when rescue ensure begin end do then
			StandardError Rails ActiveRecord`),
		"rust": strings.Fields(`std core alloc crate self super u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 str char bool slice`),
	}
}()

// otherThing finds a name that nothing here names in the place of one that is not
// defined, or called by its name, and that has nothing in common with it.
func otherThing(c Change) string {
	if c.Missing == "" || !has(c.Was, c.Missing) {
		return ""
	}
	if other := c.standsFor(); other != "" {
		return "it calls " + clip(other) + ", which nothing here names, " + clip(c.Missing)
	}
	if has(c.Now, c.Missing) {
		return ""
	}
	for i, t := range c.Now {
		used := token.IsName(c.Now, i) && token.Is(c.Now, i+1, "(", ".", "::", "[") && !token.Is(c.Now, i-1, ".", "?.", "->", "::")
		if used && !c.expected(t.Text) && (!c.binds(t.Text) || token.Imported(c.Now, t.Text)) {
			return "it puts " + clip(t.Text) + ", which nothing here names, in place of " + clip(c.Missing)
		}
	}
	return ""
}

// standsFor is what nothing here names and the new lines call by the missing name.
func (c Change) standsFor() string {
	for _, i := range token.Places(c.Now, c.Missing) {
		end := behind(c.Now, i+2)
		if token.Is(c.Now, i+1, "=", ":=") && token.Is(c.Now, i+3, ".") && !c.known(c.Now[i+2].Text) && token.IsName(c.Now, end-1) && !token.Related(c.Now[end-1].Text, c.Missing) {
			return c.Now[end-1].Text
		}
	}
	return ""
}

// expected reports whether a name may come in the place of the missing one: the
// program or the language has it, or it is another form of it.
func (c Change) expected(name string) bool {
	return token.Reserved[name] || slices.Contains(bare, name) || c.known(name) || token.Related(name, c.Missing) || slices.Contains(successors[c.Missing], name)
}

// binds reports whether the new lines give a name its value.
func (c Change) binds(name string) bool {
	return slices.ContainsFunc(token.Places(c.Now, name), func(j int) bool { return boundAt(c.Now, j) || token.InSignature(c.Now, j) })
}

// successors are names of a language that took the place of older ones.
var successors = map[string][]string{
	"unicode": {"str"}, "long": {"int"}, "file": {"open"}, "StandardError": {"Exception"}, "Text": {"str"}, "cmp": {"functools", "sorted"}, "unichr": {"chr"},
	"apply": {}, "buffer": {"memoryview"}, "escape": {"encodeURIComponent"}, "unescape": {"decodeURIComponent"}, "setImmediate": {"setTimeout"}, "intern": {"sys"},
	"execfile": {"open"}, "WindowsError": {"OSError"}, "Nil": {"nil"},
}

// passesBy finds an undefined name, or a member that is not there, that is a slip of
// the pen for one of the program, and an answer that does not use that one.
func passesBy(c Change) string {
	missing, where, stays := c.Missing, c.Body, false
	if m := lacksMember.FindStringSubmatch(c.Message); m != nil {
		missing, where = strings.Join(m[1:], ""), c.Before
		stays = strings.Count(c.After, "."+missing) >= strings.Count(c.Before, "."+missing)
	}
	refilled := slices.ContainsFunc(token.Places(c.Was, missing), func(i int) bool { return fills(c.Was, i+2) }) && !has(c.Now, "append")
	if len(missing) < 3 || token.Imported(c.Now, missing) || refilled {
		return ""
	}
	called := slices.ContainsFunc(token.Places(c.Was, missing), func(i int) bool { return token.Is(c.Was, i+1, "(") })
	for _, w := range messageWord.FindAllString(where, -1) {
		if w == c.Own && !called {
			continue // a function seldom speaks of itself without calling itself
		}
		if token.Slips(w, missing) && !token.Reserved[w] && (token.Times(c.Now, named(w)) == token.Times(c.Was, named(w)) || stays && strings.Contains(c.Before, w+":")) {
			return "it does not use " + w + ", for which " + missing + " is most likely a slip"
		}
	}
	return ""
}
