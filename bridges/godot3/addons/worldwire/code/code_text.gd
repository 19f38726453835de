extends Reference

# A caller's code as the body of a function. Each loop checks the time limit, because nothing else can stop an endless loop. If a
# loop shares its line with other statements, each gets its own line.

const WorldwireQuotes = preload("quotes.gd")
const HEAD := "extends \"%s\"\n\n\nfunc run():\n%spass\n"
const HEAD_LINES := 5
const GUARD := "if over(): return"
const LOOPS := ["while", "for"]
const BLOCKS := ["while", "for", "if", "elif", "else", "match"]
# A colon after these introduces a type.
const DECLARATIONS := ["var", "const"]

var text: String

# The caller's line number for each line of the text.
var _origins := []
var _lines := PoolStringArray()
# One step of indentation, as in the code: a file must not mix tabs and spaces.
var _step := "\t"
# Lines that are joined by a string, a bracket or a backslash.
var _together := PoolStringArray()
var _length := 0
# Positions of colons and semicolons outside of strings and brackets.
var _marks := []
# The quote of a string that is open.
var _quote := ""
var _brackets := 0
var _goes_on := false
# Whether the next line is the first of a loop body.
var _body_follows := false


func _init(code: String, base: String) -> void:
	var lines := code.replace("\r\n", "\n").split("\n")
	if not code.begins_with("\t") and code.find("\n\t") < 0 and code.find("\n ") >= 0:
		_step = "    "
	for number in range(lines.size()):
		_scan(lines[number])
		_together.append(lines[number])
		_length += lines[number].length() + 1
		if _quote.empty() and _brackets <= 0 and not _goes_on or number == lines.size() - 1:
			_add(_together.join("\n"), number + 2 - _together.size())
			_together = PoolStringArray()
			_length = 0
			_marks = []
			_brackets = 0
	text = HEAD % [base, _step] + _lines.join("\n") + "\n"


# The caller's line number for a line of the text.
func line_of(number: int) -> int:
	return _origins[int(clamp(number - HEAD_LINES - 1, 0, _origins.size() - 1))]


# Adds joined lines; number is that of the first.
func _add(line: String, number: int) -> void:
	var code := line.strip_edges()
	if code.empty() or code.begins_with("#"):
		_put(line, number)
		return
	var from := _next(line, 0)
	var outside := line.substr(0, line.find(code))
	var indent := outside
	if _body_follows:
		_put(indent + GUARD, number)
		_body_follows = false
	if not _has_loop(line, from):
		_put(line, number)
		return
	for mark in _marks:
		var head := _first_word(line, from)
		var body := _next(line, mark + 1)
		var is_last := body == line.length() or line[body] == "#"
		if line[mark] == ":":
			if head in DECLARATIONS and not _first_word(line, body) in BLOCKS:
				continue
			if is_last:
				_body_follows = head in LOOPS
		if is_last:
			break
		_put(indent + line.substr(from, mark - from + int(line[mark] == ":")), number)
		number += line.substr(from, body - from).count("\n")
		from = body
		# A statement after a semicolon is outside of blocks that began in the line.
		indent = indent + _step if line[mark] == ":" else outside
		if line[mark] == ":" and head in LOOPS:
			_put(indent + GUARD, number)
	_put(indent + line.substr(from), number)


# Whether a loop begins there, or after one of the marks.
func _has_loop(line: String, from: int) -> bool:
	if _first_word(line, from) in LOOPS:
		return true
	for mark in _marks:
		if _first_word(line, _next(line, mark + 1)) in LOOPS:
			return true
	return false


# A line may contain line ends inside of a string or brackets.
func _put(line: String, number: int) -> void:
	_lines.append(_step + line)
	for at in range(line.count("\n") + 1):
		_origins.append(number + at)


# Continues strings and brackets of earlier lines.
func _scan(line: String) -> void:
	var at := 0
	_goes_on = false
	while at < line.length():
		if not _quote.empty():
			var end := WorldwireQuotes.end(line, at, _quote)
			if end < 0:
				break
			_quote = ""
			at = end
			continue
		var letter := line[at]
		if letter == "\\":
			_goes_on = at == line.length() - 1
			at += 1
		elif letter == "#":
			break
		elif letter in "\"'":
			_quote = WorldwireQuotes.at(line, at)
			at += _quote.length() - 1
		elif letter in "([{":
			_brackets += 1
		elif letter in ")]}":
			_brackets -= 1
		elif letter in ":;" and _brackets == 0:
			_marks.append(_length + at)
		at += 1


# The position of the next character that is not a blank or a backslash.
static func _next(line: String, from: int) -> int:
	while from < line.length() and line[from] in " \t\n\\":
		from += 1
	return from


static func _first_word(code: String, from: int) -> String:
	var end := from
	while end < code.length() and ("_" + code[end]).is_valid_identifier():
		end += 1
	return code.substr(from, end - from)
