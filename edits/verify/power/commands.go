package power

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
)

// started are programs that scripts, workflows and images must not start by the way.
var started = lazyre.New(`(?m)(?:^|[\s;|&(` + "`" +
	`"'])(eval|exec|source|curl|wget|nc|ncat|ssh|scp|rsync|rm|dd|mkfs\w*|chmod|chown|sudo|su|bash|sh|zsh|python3?|perl` +
	`|ruby|node|npm|pip3?|base64|xxd|kill|pkill|mkfifo|crontab|systemctl|mv|truncate|shred|tee)(?:[\s;|&)]|$)` +
	`|(!!?[\w/:.]+)`)

// nested are commands inside others, of which a shell script's are looked at themselves.
var nested = lazyre.New("(`)|(\\$\\(|<\\()")

// reaches are what code of a language can do to what is outside of it, besides what
// package-wide tables know of qualified names: statements, instructions, keys and plain
// functions. The groups are what is counted, and what a complaint may name.
var reaches = map[string][]*lazyre.Regexp{
	"shellscript": {started, lazyre.New(`\s(-delete|-execdir|-exec)\b|\bsed\s+-\w*(i)\b|\b(?:mapfile|readarray)\s[^\n;` +
		`|&]*-(C)\b|(/dev/(?:tcp|udp)/)|(?:^|[^<>&-])(>>?)\|?\s*(?:[^\s&>(/]|/(?:[^d\s]|d[^e\s]))|\b((?:PATH|ENV|BASH_ENV` +
		`|LD_\w+|PROMPT_COMMAND|PS4|GIT_\w+)=|unset PATH)|(?:^|[;\n])\s*(?:export\s+)?(IFS)=\S*[ \t]*(?:[;\n]|$)` +
		`|\b(system)\s*\(`)},
	"yaml": {started, nested, lazyre.New(`(?i)\b(privileged|host(?:network|pid|ipc)` +
		`|allowprivilegeescalation)["']?\s*:\s*["']?true|\b(hostpath|pull_request_target|workflow_run|uses|image|run` +
		`|script|entrypoint|command)["']?\s*:|\b(runasuser)["']?\s*:\s*0\b|(write-all)|\b(secrets)\.`)},
	"dockerfile": {started, nested, lazyre.New(`(?mi)^[ \t]*(run|add|copy|user|entrypoint|cmd|env|arg|volume|expose` +
		`|onbuild|shell|healthcheck|stopsignal|workdir|from)[ \t]|(--(?:mount|network|security|from))=`)},
	"makefile": {started, nested, lazyre.New(`(?m)^[-s]?(include)\b|^(?:export\s+)?(SHELL|PATH|MAKEFLAGS)\s*[:?+]*=`)},
	"cmake": {lazyre.New(`(?i)\b(execute_process|externalproject_\w+|fetchcontent_\w+|include|install` +
		`|add_custom_\w+|file\s*\(\s*(?:remove\w*|download|write|rename|copy))\b`)},
	"nix": {lazyre.New(`\b(builtins\.(?:fetch\w*|exec|readFile|getEnv|storePath)|fetch(?:Tarball|url|Git\w*)` +
		`|import|__noChroot)\b`)},
	"julia": {lazyre.New(`\b(run|rm|mv|cp|open|write|download|connect|ccall|eval|include|exit|unsafe_\w+` +
		`|deserialize)\s*\(|@(eval|ccall)\b|\b(ENV)\b|\bMeta\.(parse)\b`)},
	"zig": {lazyre.New(`\b(std\.(?:process|os|posix|net|fs|c))\.|@(ptrFromInt|intToPtr|ptrCast|alignCast` +
		`|bitCast|cImport|embedFile|setRuntimeSafety)\b|\b(asm)\b`)},
	"solidity": {lazyre.New(`\b(delegatecall|callcode|selfdestruct|assembly|tx\.origin|unchecked)\b`)},
	"html":     {lazyre.New(`(?i)<(script|iframe|object|embed|link|form|base|meta)\b|\s(on\w+)\s*=`)},
	"perl": {started, nested, lazyre.New(`\b(qx|system|eval|do|require|unlink|rmdir|rename|syscall|fork|open` +
		`|symlink|exit)\b\s*[('"$;{]|\buse\s+(IO::Socket\w*|LWP\w*|POSIX|Inline)|(\$ENV)\b`)},
	"terraform": {lazyre.New(`\b(local-exec|remote-exec|provisioner|external|templatefile|file)\b`)},
	"dart": {lazyre.New(`(dart:(?:io|ffi|mirrors|isolate))|\b(Process|Platform\.environment|HttpClient|Socket` +
		`|WebSocket|Isolate\.spawn\w*|DynamicLibrary|reflect\w*|exit|(?:delete|rename|create` +
		`|write)(?:As\w+)?(?:Sync)?)\s*\(|\bhttp\.(get|post|put|delete|read\w*)\b`)},
	"java":   {ofJVM},
	"groovy": {ofJVM, lazyre.New(`@(Grab\w*)|\b(Eval|GroovyShell|execute)\b`)},
	"ruby":   {started, nested, ofRuby},
	"php":    {started, nested, ofPHP},
	"powershell": {lazyre.New(`(?i)\b(invoke-\w+|iex|iwr|irm|start-\w+|remove-\w+|ri|new-object|add-type` +
		`|set-executionpolicy|stop-\w+|out-file|(?:set|add|clear)-content|copy-item|move-item|new-item|import-module` +
		`|start-job|set-item\w*|register-\w+|unregister-\w+|restart-\w+|enable-\w+|disable-\w+|saps|spps|icm|curl|wget` +
		`|del|rm|kill|mv|cp|sc)(?:\s|$|[;|)])|(\[(?:system\.)?(?:reflection|io|net|environment|diagnostics|runtime` +
		`|appdomain|scriptblock)\b)|(&)\s*[$("']|(\$env:)`)},
	"sql": {lazyre.New(`(?i)\b(drop|delete|truncate|grant|revoke|alter|insert|update|copy|exec(?:ute)?|call` +
		`|create|load|attach|merge|rename|pg_(?:read|write|ls|sleep|terminate)\w*|xp_\w+|outfile)\b`)},
	"r": {lazyre.New(`\b(system2?|shell|unlink|file\.(?:remove|rename|copy|create|append)|source|load|readRDS` +
		`|saveRDS|save|eval|download\.file|url|Sys\.\w+|quit|q|write\w*|do\.call|match\.fun|get|assign|install\.packages` +
		`|socketConnection|dyn\.load|setwd|options)\s*\(|(\.(?:Call|External|C)\b)`)},
	"lua": {lazyre.New(`\b(_ENV|_G|os\.(?:execute|remove|rename|exit|getenv|tmpname)|io\.(?:popen|open|output)` +
		`|load|loadstring|loadfile|dofile|debug|package|setfenv|getfenv|rawset|ffi)\b`)},
	"elixir": {lazyre.New(`\b((?:System|Node|Port|Code)\.\w+|File\.(?:rm|write|cp|rename|mkdir|ln|touch)\w*|apply` +
		`|spawn\w*|import (?:Code|System|File|Node|Port))|(:(?:os|erlang|httpc|inets|gen_tcp|ssh)\b)`)},
	"haskell": {lazyre.New(`\b(System\.(?:Process|Posix|Environment|Directory|Exit|IO\.Unsafe)|Unsafe\.Coerce` +
		`|unsafe[A-Z]\w*|Foreign|foreign|Network|Debug\.Trace)\b`)},
	"csharp": {lazyre.New(`\b((?:Assembly|Activator|NativeLibrary|Marshal|Dns|Registry|Process)\.\w+|(?:File` +
		`|Directory)\.(?:Delete|Write|Move|Copy|Append|Create|Replace|Set)\w*|System\.Diagnostics\.Process|BindingFlags` +
		`|MethodInfo|FieldInfo|System\.Reflection|using static System|Type\.GetType|InvokeMember|CSharpScript` +
		`|BinaryFormatter|SoapFormatter|StreamWriter|FileStream|BinaryWriter|Socket|SmtpClient|SqlConnection` +
		`|ProcessStartInfo|fixed|TcpListener|HttpListener|AppDomain|Unsafe|WebRequest|WebClient|HttpClient|TcpClient` +
		`|UdpClient|Environment\.(?:Exit|FailFast|GetEnv\w*|GetCommand\w*|SetEnv\w*)|DllImport|LibraryImport` +
		`|ModuleInitializer|unsafe)\b`)},
	"swift": {lazyre.New(`\b(FileManager\.default\.(?:remove|move|copy|create|replace|link)\w*|NSKeyedUnarchiver` +
		`|NSTask|URLSession|unsafe\w+|withUnsafe\w+|Unsafe\w*Pointer|Mirror|NSClassFromString|setenv|getenv|dlopen|Process` +
		`|ProcessInfo|posix_spawn|system|popen|exit|abort|UserDefaults|NSSelectorFromString|Selector|FileHandle` +
		`|NWConnection|dlsym|(?:Data|String)\(contentsOf\w*)\b|(\.write)\(to`)},
	"scala": {ofJVM, lazyre.New(`\b(sys\.(?:env|exit|process|props)|Source\.fromUR[LI]|scala\.sys|os\.(?:remove` +
		`|proc|write|move|copy|makeDir)\w*|requests\.\w+)\b|(asInstanceOf\[Any)`)},
	"kotlin": {ofJVM, lazyre.New(`\b(exitProcess|(?:write|append)(?:Text|Bytes)|(?:delete|copy)Recursively` +
		`|outputStream|printWriter)\b|\bas (Any)\b`)},
	"c":   {ofC},
	"cpp": {ofC, lazyre.New(`\b((?:reinterpret|const)_cast)\b`)},
}

// ofC are functions of C's and POSIX's libraries, and of Windows; a member of that name is
// another.
var ofC = lazyre.New(`(?:^|[^\w.>:])(system|v?fork|clone|execv?[lpe]*|posix_spawnp?|kill|raise|signal|sigaction` +
	`|atexit|at_quick_exit|ptrace|syscall|(?:sig)?(?:set|long)jmp|mmap|mprotect|pthread_\w+|thrd_create` +
	`|remove|rename|link|unlink|open|openat|creat|p?write|fopen|fdopen|freopen|f?truncate|tmpfile|mks?temp|mkfifo|mknod` +
	`|mkdir|rmdir|symlink|f?chmod|f?chown|chdir|chroot|set[ug]id|mount|ioctl` +
	`|socket|connect|bind|listen|accept|send(?:to|msg)?|recv(?:from|msg)?|getaddrinfo|gethostby\w+|curl_\w+|putenv` +
	`|setenv|unsetenv|clearenv|\w*getenv|dl\w*open|dlsym` +
	`|WinExec|ShellExecute\w*|CreateProcess\w*|CreateRemoteThread|LoadLibrary\w*|DeleteFile\w*|RegSetValue\w*` +
	`|InternetOpen\w*|__builtin_trap)\s*\(` +
	`|\bstd\s*::\s*(system|getenv|rename|_?exit|_Exit|quick_exit|terminate|abort|signal|raise|set_terminate` +
	`|[of]*fstream|filesystem\s*::\s*(?:remove|rename|create|copy|resize|permissions)\w*)\b`)

// ofJVM are classes and methods of Java's library, from all of its languages.
var ofJVM = lazyre.New(`\b(Runtime|ProcessBuilder|ProcessHandle|URL(?:ClassLoader|Connection)?|(?:Server` +
	`|Datagram)?Socket|Http\w*(?:Client|Connection)|InitialContext|DriverManager|Desktop|ClassLoader|Unsafe` +
	`|MethodHandles|LogManager|AccessController` +
	`|ObjectInputStream|XMLDecoder|ScriptEngine\w*|getDeclared\w+|setAccessible|getMethods?|getFields?|newProxyInstance` +
	`|PrintStream|PrintWriter|FileWriter|FileOutputStream|RandomAccessFile|native|setDefaultUncaughtExceptionHandler)\b` +
	`|\b(System\.(?:exit|load\w*|getenv|getProperty|set\w+)|Files\.(?:write|delete|move|copy|create|newOutput` +
	`|newBufferedWriter)\w*|Class\.forName)|\.\s*(delete|deleteOnExit|renameTo|mkdirs?|createNewFile)\s*\(\s*\)`)

// ofRuby are methods of Kernel and Module, and classes of Ruby's library; ofPHP functions
// and variables of PHP's, and names that are put together while it runs.
var (
	ofRuby = lazyre.New(`(\$(?:LOAD_PATH|stdout|stderr|0)\b|\$[:"])|\b(Fiddle|RubyVM|TOPLEVEL_BINDING|ObjectSpace|Open3` +
		`|PTY|FileUtils|TCPSocket|UDPSocket|TCPServer|Socket|Marshal|ENV|YAML\.(?:unsafe_)?load|(?:Process|Kernel|IO)\.\w+` +
		`|Net::\w+|URI\.(?:open|parse)` +
		`|File\.(?:write|binwrite|delete|unlink|rename|open|chmod|symlink|truncate)|Dir\.(?:mkdir|rmdir|chdir|unlink` +
		`|delete))|(?:^|[^\w.:])(system|spawn|fork|trap|at_exit|exit!?|abort|open|load|autoload|syscall|binding)\b` +
		`|\b(__send__|public_send|send|instance_eval|class_eval|module_eval|instance_exec|const_get|define_method` +
		`|instance_variable_set|remove_const|remove_method|alias_method)\b|\b(method)\(:` +
		`|require\s*\(?['"](open-uri|socket|net/\w+|open3|pty|fiddle|drb|fileutils)|(%x)\W`)
	ofPHP = lazyre.New(`(?i)(?:^|[^\w>:$])(system|exec|shell_exec|passthru|proc_open|popen|pcntl_\w+|posix_\w+|mail` +
		`|ini_\w+|set_error_handler|set_exception_handler|error_reporting|(?:apache_)?(?:put|get|set)env|dl|ffi` +
		`|reflection\w*|call_user_func\w*|forward_static_call\w*|extract|parse_str|unserialize|assert` +
		`|create_function|register_\w+|spl_autoload_register|fopen|file|readfile|file_(?:get|put)_contents|unlink|rename` +
		`|copy|mkdir|rmdir|chmod|chown|touch|symlink|link|tempnam|tmpfile|move_uploaded_file|highlight_file|show_source` +
		`|p?fsockopen|stream_socket_\w+|socket_\w+|curl_\w+|pdo|mysqli\w*|header|setcookie|phpinfo|exit|die)\s*[(;:]` +
		`|(?:^|[^\w>$])(include|require)(?:_once)?\b|\b(new)\s+(?:\$|pdo\b|reflection\w*)|(->\s*\{)|(\$\$)\w|(\$_(?:ENV` +
		`|SERVER|GET|POST|REQUEST|COOKIE|FILES)\b|\$GLOBALS\b)|['"](system|exec|shell_exec|passthru|popen|assert` +
		`|eval)['"]|(@)\w+\(|(\)\s*\()['"]`)
)

// Scripted reports whether what tools run stands in the strings of a language, too.
func Scripted(lang string) bool {
	return slices.Contains([]string{"shellscript", "yaml", "dockerfile", "makefile", "ruby", "perl", "php", "dart",
		"terraform", "html", "julia", "cmake"}, lang)
}

// Reached returns what lines of code do once more than those they replace, and what they
// start that the whole text did not, "" if there is nothing but what a complaint names.
func Reached(lang, whole, was, now, message string) string {
	had := map[string]int{}
	each(lang, was, func(s string) { had[s]++ })
	said := strings.ToLower(message)
	asked := func(s string) bool {
		w := strings.ToLower(strings.Trim(s, "!`$(<"))
		return named.MatchString(w) && lex.HasWord(said, w) || w == "rm" && removal.MatchString(said)
	}
	found := ""
	each(lang, now, func(s string) {
		if had[s]--; had[s] < 0 && !asked(s) && found == "" {
			found = s
		}
	})
	if found != "" || lang != "shellscript" && lang != "dockerfile" {
		return found
	}
	known := append(Commands(lang, whole), harmlessCommands...)
	for _, m := range functions.FindAllStringSubmatch(whole+"\n"+now, -1) {
		known = append(known, m[1]+m[2])
	}
	for _, w := range Commands(lang, now) {
		if !slices.Contains(known, w) && !asked(w) {
			return w
		}
	}
	return ""
}

var (
	named   = lazyre.New(`\w`)
	removal = lazyre.New(`\b(?:delete|remove|clean)`)
	// functions are those that a shell script defines.
	functions = lazyre.New(`(?m)^\s*(?:function\s+([\w.-]+)|([\w.-]+)\s*\(\))`)
)

// each calls a function with all that a text of a language reaches.
func each(lang, code string, do func(string)) {
	for _, r := range reaches[lang] {
		for _, m := range r.FindAllStringSubmatch(code, -1) {
			s := strings.Join(m[1:], "")
			if lang != "shellscript" && lang != "ruby" && lang != "php" && lang != "c" && lang != "cpp" {
				s = strings.ToLower(s)
			}
			do(s)
		}
	}
}
