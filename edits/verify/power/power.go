// Package power says what code can reach: by the modules that it imports, and by
// the qualified names that it uses. Tables of names for each family of languages
// are all it knows.
package power

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Family is a family of languages.
type Family uint8

// The families.
const (
	Plain Family = iota // any other language
	Python
	Golang
	Script // JavaScript and TypeScript
	Rust
)

// harmlessModules of Python's standard library hold nothing that reaches out of
// the process or looks into it: any part of them may be used.
var harmlessModules = strings.Fields(`__future__ abc argparse array ast base64 binascii bisect calendar cmath collections colorsys concurrent
	configparser contextlib contextvars copy csv dataclasses datetime decimal difflib email enum errno fnmatch fractions functools getopt
	gettext graphlib hashlib heapq hmac html io ipaddress itertools json keyword locale logging math mimetypes numbers operator optparse
	pprint queue random re reprlib secrets statistics string stringprep struct textwrap threading time timeit token tokenize tomllib
	traceback types typing unicodedata unittest uuid warnings weakref zlib zoneinfo asyncio pathlib typing_extensions`)

// guarded modules of Python's standard library may be used as far as the
// document, the diagnostic or what was shown names the part.
var guarded = strings.Fields(`antigravity asynchat asyncore atexit bdb builtins bz2 cProfile cgi cgitb cmd code codecs codeop compileall
	copyreg crypt ctypes curses dbm dis distutils doctest encodings ensurepip faulthandler fcntl filecmp fileinput ftplib gc genericpath
	getpass glob grp gzip http idlelib imaplib imghdr imp importlib inspect lib2to3 linecache lzma mailbox marshal mmap modulefinder
	multiprocessing msvcrt netrc nntplib nt ntpath os pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath
	profile pstats pty pwd py_compile pyclbr pydoc readline resource rlcompleter runpy sched select selectors shelve shlex shutil signal
	site smtpd smtplib socket socketserver spwd sqlite3 ssl stat subprocess symtable sys sysconfig syslog tarfile telnetlib tempfile termios this
	tkinter trace tracemalloc tty turtle urllib venv wave webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport pip`)

// fine are parts of guarded modules that any code may use.
var fine = strings.Fields(`os.path os.sep os.linesep os.pathsep os.fspath os.fsdecode os.fsencode os.PathLike os.getcwd os.cpu_count os.name
	os.curdir os.pardir os.devnull os.extsep os.altsep sys.version_info sys.maxsize sys.platform sys.stderr sys.stdout sys.stdin
	sys.exc_info sys.argv sys.byteorder sys.executable sys.getsizeof sys.intern sys.float_info shlex.quote shlex.split shlex.join
	inspect.isclass inspect.isfunction inspect.ismethod inspect.signature inspect.Parameter inspect.iscoroutinefunction
	inspect.isawaitable inspect.cleandoc inspect.getdoc glob.escape xml.sax.saxutils.escape urllib.parse http.HTTPStatus
	platform.system platform.machine platform.python_version sqlite3.Connection sqlite3.Cursor sqlite3.Row sqlite3.Error
	multiprocessing.cpu_count importlib.metadata codecs.BOM_UTF8 stat.S_ISDIR stat.S_ISREG signal.Signals ssl.SSLContext
	subprocess.CalledProcessError subprocess.CompletedProcess subprocess.TimeoutExpired subprocess.Popen
	subprocess.PIPE subprocess.DEVNULL socket.socket socket.error socket.timeout tempfile.TemporaryDirectory
	tempfile.NamedTemporaryFile xml.etree.ElementTree zipfile.ZipFile`)

func harmless(module string) bool { return slices.Contains(harmlessModules, module) }

// Guarded reports whether a qualified name is a part of Python's standard library
// that code may use only where it is named to it.
func Guarded(name string) bool {
	head, _, _ := strings.Cut(name, ".")
	return name != head && !harmless(head) && slices.Contains(guarded, head) &&
		!slices.ContainsFunc(fine, func(p string) bool { return name == p || strings.HasPrefix(name, p+".") })
}

// nodeModules come with Node.
var nodeModules = strings.Fields(`assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns
	domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream
	string_decoder sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib`)

// Standard reports whether a module comes with the language.
func Standard(f Family, module string) bool {
	if f == Script {
		return slices.Contains(nodeModules, module)
	}
	return harmless(module) || slices.Contains(guarded, module) && module != "pip" || module == "subprocess"
}

// gain is one kind of thing that code must not gain by the way. The expression
// reads a qualified name, resolved through the imports; "()." stands for a value
// that is computed, "[]" for a computed member.
type gain struct {
	family Family
	what   string
	find   *lazyre.Regexp
}

// Pickles is the power to make objects of data from elsewhere.
const Pickles = "builds objects from data"

// What code can do. A finding of a secret in code may ask for Surround.
const (
	process    = "starts or ends a process"
	network    = "reaches the network"
	evaluates  = "evaluates text"
	reflection = "looks names up while it runs"
	loads      = "loads foreign code"
	files      = "writes or removes files"
	pickles    = Pickles
	loading    = "runs whenever the package is loaded"
	native     = "leaves the language's safety"
	Surround   = "reads the environment"
)

// Twins are functions that can do what another one can, and no more: they stand for each
// other where one is known.
var Twins = map[string]string{"os.Getenv": "os.LookupEnv", "os.LookupEnv": "os.Getenv"}

// gainable are the powers by family.
var gainable = []gain{
	{Python, process, lazyre.New(`^(?:os|posix|nt)\.(?:system|popen\w*|exec\w+|spawn\w*|posix_spawn\w*|fork\w*|startfile|kill\w*|abort|_exit|setuid|setgid|chroot|nice)$|^subprocess\.(?:run|call|check_\w+|Popen|getoutput|getstatusoutput)$|^multiprocessing\.Process$|^pty\.|^signal\.(?:signal|alarm|raise_signal|pthread_kill)|^asyncio\.(?:create_)?subprocess\w*|^webbrowser\.|^atexit\.|^antigravity$|^pip\b|^ensurepip|^venv\b|^turtle|^(?:exit|quit)$|ProcessPoolExecutor$`)},
	{Python, network, lazyre.New(`^(?:socket|socketserver|ftplib|smtplib|smtpd|imaplib|poplib|nntplib|telnetlib|xmlrpc|wsgiref|asyncore|asynchat|paramiko|urllib3)\.|^urllib\.(?:request|urlopen)|^http\.(?:client|server)|^(?:requests|httpx|aiohttp)\.(?:get|post|put|patch|delete|head|request|Session|Client|AsyncClient|ClientSession)|^asyncio\.(?:open_connection|start_server|open_unix_connection)|^websockets?\.|^ssl\.(?:wrap_socket|_create_unverified_context|CERT_NONE)|check_hostname$|\.urlopen$`)},
	{Python, evaluates, lazyre.New(`^(?:builtins\.)?(?:eval|exec|compile|__import__|breakpoint|execfile)$|^(?:code|codeop|runpy|pdb|bdb|trace|timeit|cProfile|profile|doctest)\.|^types\.(?:FunctionType|CodeType|LambdaType)$|^ast\.(?:unparse|compile)`)},
	{Python, reflection, lazyre.New(`^(?:builtins\.)?(?:getattr|setattr|delattr|globals|locals|vars)$| =$|^__builtins__|^(?:\w+\.)+_?(?:os|sys|subprocess|builtins|shutil|importlib)\.|^sys\.(?:modules|_getframe|_current_frames|settrace|setprofile|meta_path|path_hooks|path)\b|^operator\.(?:attrgetter|methodcaller)$|^gc\.|^inspect\.(?:currentframe|stack|getmembers|getattr_static|trace)$|(?:^|\.)__(?:dict__|globals__|builtins__|subclasses__|bases__|base__|mro__|code__|closure__|getattribute__|reduce__|reduce_ex__|loader__|spec__|func__|self__|wrapped__|defaults__|kwdefaults__|setattr__|delattr__)\b|\bf_(?:globals|locals|builtins|back|code)\b|\bgi_frame\b|\btb_frame\b`)},
	{Python, loads, lazyre.New(`^(?:importlib|imp|zipimport|pkgutil|ctypes|cffi)\.|^(?:CDLL|LoadLibrary)$|^site\.|^code\.|^sys\.(?:addaudithook|setdlopenflags)`)},
	{Python, pickles, lazyre.New(`^(?:pickle|_pickle|cPickle|marshal|shelve|dill|cloudpickle|joblib|copyreg|jsonpickle)\.|^torch\.load$|^(?:numpy|np|pandas|pd)\.(?:load|read_pickle)$|^yaml\.(?:load|load_all|unsafe_load|full_load|unsafe_load_all)$|^(?:keras|tensorflow|tf)\..*load_model$`)},
	{Python, files, lazyre.New(`^open to write$|^io\.FileIO$|^tempfile\.mks?temp$|^shutil\.|^(?:os|posix|nt)\.(?:remove|unlink|rmdir|removedirs|rename|renames|replace|truncate|ftruncate|write|open|mkdir|makedirs|chmod|chown|lchown|link|symlink|mkfifo|mknod|utime|chdir)$|(?:^|\.)(?:write_text|write_bytes|unlink|rmdir|rmtree|symlink_to|hardlink_to|touch|mkdir|chmod|extractall|to_csv|to_pickle|tofile|savetxt)$|^(?:tarfile|zipfile|sqlite3|dbm)\.(?:open|connect)$|^logging\.(?:FileHandler|config)`)},
	{Python, Surround, lazyre.New(`^os\.(?:environb?|getenvb?|putenv|unsetenv|getlogin|uname|getuid)\b|^getpass\.|^pwd\.|^dotenv\.|^platform\.(?:node|uname)$|^uuid\.getnode$`)},

	{Script, process, lazyre.New(`^module\.(?:child_process|cluster|worker_threads|execa|shelljs)$|^process\.(?:exit|kill|abort|reallyExit|binding|dlopen|mainModule|chdir|setuid|_\w+|on|once|umask|report|set\w+|removeAllListeners)\b|^module\.process$|^process$|^(?:Deno|Bun)\b|^(?:Worker|SharedWorker)$`)},
	{Script, network, lazyre.New(`^(?:globalThis\.|window\.|self\.)?(?:fetch|XMLHttpRequest|WebSocket|EventSource|BroadcastChannel|Notification|caches|axios|Image|RTCPeerConnection|importScripts)$|^navigator\.|sendBeacon$|^module\.(?:https?|http2|net|dgram|tls|dns|axios|node-fetch|got|request|ws|superagent)$|^(?:document|window)\.(?:location|open|write\w*|cookie|domain)\b|^location\b|^history\.(?:push|replace)State$|^URL\.createObjectURL$|^(?:window|self)\.(?:close|opener)$|rejectUnauthorized$|^(?:window\.)?(?:localStorage|sessionStorage|indexedDB|postMessage)\b|\.postMessage$`)},
	{Script, evaluates, lazyre.New(`^(?:setTimeout|setInterval|setImmediate)\.(?:call|apply|bind)$|^(?:globalThis\.|window\.|self\.|global\.)?(?:eval|Function|execScript)$|(?:^|\.)constructor(?:\.constructor)?$|^Function\.prototype\b|^module\.(?:vm|repl)$|\.(?:innerHTML|outerHTML|insertAdjacentHTML|srcdoc)$|^document\.write|(?:^|\.)(?:createContextualFragment|parseHTMLUnsafe|setHTMLUnsafe|dangerouslySetInnerHTML|execCommand|createPolicy)$|^DOMParser$`)},
	{Script, reflection, lazyre.New(`^globalThis$| =$|^(?:Object|Array|String|Number|Function|Promise|Date|Error|RegExp|Map|Set)\.prototype$|^(?:globalThis|window|self|global|top|parent|frames|process|require|module|document)\[\]$|^Reflect\b|\.__proto__\b|\.(?:__defineGetter__|__lookupGetter__)$|^arguments\.callee|^(?:Object\.(?:setPrototypeOf|defineProperty|defineProperties))$|\.constructor\[\]$|^Proxy$|^with$`)},
	{Script, loads, lazyre.New(`^import\(\)$|^module\.(?:module|v8|inspector|wasi)$|mainModule|^require\.(?:cache|main|extensions)|^module\.(?:require|_load|constructor|createRequire)|^WebAssembly\b|^module\.(?:https?:|data:|file:)`)},
	{Script, files, lazyre.New(`^module\.(?:fs|fs/promises|fs-extra|rimraf|del|graceful-fs)$|\.(?:writeFile|writeFileSync|appendFile\w*|unlink\w*|rm|rmSync|rmdir\w*|createWriteStream|rename\w*|copyFile\w*)$`)},
	{Script, pickles, lazyre.New(`^module\.(?:node-serialize|serialize-javascript|v8)$`)},
	{Script, Surround, lazyre.New(`^process\.env\b|^import\.meta\.env|^(?:Deno|Bun)\.env|^module\.(?:dotenv|os)$`)},

	{Golang, process, lazyre.New(`^os/signal\.|^os/exec\b|^log\.Set\w+$|^exec\.(?:Command|LookPath)|^syscall\b|^golang\.org/x/sys|^os\.(?:StartProcess|FindProcess|Exit)$|^runtime\.Goexit`)},
	{Golang, network, lazyre.New(`^expvar\.|^database/sql\.Open|^log/syslog\.|InsecureSkipVerify$|^net/(?:rpc|smtp)\.|^net(?:/\w+)*\.(?:Dial\w*|Listen\w*|Lookup\w*|Get|Post\w*|Head|NewRequest\w*|DefaultClient|DefaultTransport|Client|Transport|Serve\w*|Handle\w*)$`)},
	{Golang, loading, lazyre.New(`^func init$`)},
	{Golang, reflection, lazyre.New(`^reflect\.| =$`)},
	{Golang, evaluates, lazyre.New(`^html/template\.(?:HTML|HTMLAttr|JS|JSStr|CSS|URL|Srcset)$`)},
	{Golang, loads, lazyre.New(`^runtime/cgo\.|^plugin\b|^C\.`)},
	{Golang, native, lazyre.New(`^unsafe\b|^runtime\.(?:SetFinalizer|KeepAlive)|^runtime/debug\.Set`)},
	{Golang, pickles, lazyre.New(`^encoding/gob\b|^gob\.`)},
	{Golang, files, lazyre.New(`^os\.(?:Remove\w*|Rename|Truncate|WriteFile|Create\w*|Mkdir\w*|OpenFile|CopyFS|Chmod|Chown|Chdir|Link|Symlink|Lchown)$|^(?:io/)?ioutil\.(?:WriteFile|TempFile|TempDir)$`)},
	{Golang, Surround, lazyre.New(`^os\.(?:Getenv|Environ|LookupEnv|ExpandEnv|Setenv|Unsetenv|Clearenv|UserHomeDir|Hostname)$`)},

	{Rust, process, lazyre.New(`(?:^|::)intrinsics::|(?:^|::)panic::(?:catch_unwind|set_hook|take_hook|resume_unwind)$|(?:^|::)process(?:::|$)(?:Command|exit|abort|id)?|^Command::`)},
	{Rust, network, lazyre.New(`(?:^|::)net::|TcpStream|TcpListener|UdpSocket|UnixStream|^(?:reqwest|hyper|ureq|curl)::`)},
	{Rust, files, lazyre.New(`(?:^|::)fs(?:::|$)|^File::create|OpenOptions`)},
	{Rust, native, lazyre.New(`(?:^|::)(?:transmute\w*|unsafe|extern|asm|\w+_unchecked\w*|from_raw\w*|unwrap_unchecked|libc|zeroed|MaybeUninit|forget|global_asm|no_mangle|global_allocator|panic_handler|link_section|export_name)\b`)},
	{Rust, Surround, lazyre.New(`(?:^|::)env(?:::|$)|^option_env$`)},
	{Rust, loads, lazyre.New(`^include(?:_str|_bytes)?$|libloading`)},

	{Plain, process, lazyre.New(`^(?:Runtime|ProcessBuilder|Process)\b|\.exec$|^System\.(?:exit|halt|setProperty|setSecurityManager|setOut|setErr)|^Thread\.|ProcessHandle|^(?:system|popen|exec[lv]?[pe]?|fork|vfork|shell_exec|passthru|proc_open|posix_spawn|abort|_exit)$`)},
	{Plain, network, lazyre.New(`^(?:java\.net|java\.rmi|javax\.naming|System\.Net|Net::HTTP|TCPSocket|URI\.open|Socket|URLConnection|HttpClient|HttpURLConnection|fsockopen|curl_\w+)\b`)},
	{Plain, reflection, lazyre.New(`^Class\.forName|\.(?:getDeclaredMethod|getDeclaredField|setAccessible|getField|getMethod|invoke|newInstance)$|java\.lang\.(?:reflect|invoke)|^(?:Reflection|MethodHandles|instance_variable_set|define_method|send|public_send|const_get|method_missing)\b`)},
	{Plain, loads, lazyre.New(`^System\.(?:load|loadLibrary)$|^(?:dlopen|dlsym|LoadLibrary\w?|asm|__asm__|native|Unsafe)\b|javax\.script|ScriptEngine`)},
	{Plain, pickles, lazyre.New(`ObjectInputStream|XMLDecoder|^(?:Marshal|YAML)\.load|^unserialize$|BinaryFormatter`)},
	{Plain, evaluates, lazyre.New(`(?:^|\.)(?:eval|instance_eval|class_eval)$|^binding\b|^(?:create_function|assert_options|preg_replace_eval)$`)},
	{Plain, files, lazyre.New(`^java\.(?:io\.(?:File|Random|Print)\w*|awt|nio\.file)\b|(?:^|\.)(?:FileWriter|FileOutputStream|RandomAccessFile|PrintWriter)$|(?:^|\.)Files\.(?:write|delete|move|copy|create)\w*|^Files\.(?:write\w*|delete\w*|move|copy|createFile)|^(?:FileWriter|FileOutputStream|PrintWriter|RandomAccessFile|unlink|remove|rename|fopen|file_put_contents|File\.(?:write|delete|open)|FileUtils)\b`)},
	{Plain, Surround, lazyre.New(`^System\.getenv|^getenv$|^ENV$`)},
}

// Of is the kind of power that a qualified name stands for, "" if none.
func Of(f Family, name string) string {
	for _, p := range gainable {
		if p.family == f && p.find.MatchString(name) && !slices.Contains(fine, name) {
			return p.what
		}
	}
	return ""
}
