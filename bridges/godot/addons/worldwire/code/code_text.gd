extends Reference

# Code of a caller as the body of a function. Each of its loops looks at the clock: nothing else could stop one that has
# no end. A loop may stand behind something else in its line, and then each statement of it gets a line of its own.

const Quotes = preload("quotes.gd")
const HEAD := "extends \"%s\"\n\n\nfunc run():\n%spass\n"
const HEAD_LINES := 5
const GUARD := "if over(): return"
const LOOPS := ["while", "for"]
const BLOCKS := ["while", "for", "if", "elif", "else", "match"]
# Their colon stands before a type.
const DECLARATIONS := ["var", "const"]

var text: String

# The caller's line for each of ours.
var _origins := []
var _lines := PoolStringArray()
# One step of indentation, of the caller's own kind: the engine takes one kind in a file.
var _step := "\t"
# Lines that belong together, because a string, a bracket or a backslash goes over their ends.
var _together := PoolStringArray()
var _length := 0
# Places of colons and semicolons in them that stand for themselves.
var _marks := []
# The mark of a string that is open.
var _quote := ""
var _brackets := 0
var _goes_on := false
# Whether the next line is the first in a loop.
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


# The caller's line for one of the whole text.
func line_of(number: int) -> int:
	return _origins[int(clamp(number - HEAD_LINES - 1, 0, _origins.size() - 1))]


# Lines that belong together, the first of which has that number.
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
		# What comes behind a semicolon is outside of all that began in its line.
		indent = indent + _step if line[mark] == ":" else outside
		if line[mark] == ":" and head in LOOPS:
			_put(indent + GUARD, number)
	_put(indent + line.substr(from), number)


# Whether one begins there, or behind one of the marks.
func _has_loop(line: String, from: int) -> bool:
	if _first_word(line, from) in LOOPS:
		return true
	for mark in _marks:
		if _first_word(line, _next(line, mark + 1)) in LOOPS:
			return true
	return false


# May have several lines: those behind the first are the rest of a string, or inside of brackets.
func _put(line: String, number: int) -> void:
	_lines.append(_step + line)
	for at in range(line.count("\n") + 1):
		_origins.append(number + at)


# Goes on with what lines before have left open.
func _scan(line: String) -> void:
	var at := 0
	_goes_on = false
	while at < line.length():
		if not _quote.empty():
			var end := Quotes.end(line, at, _quote)
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
			_quote = Quotes.at(line, at)
			at += _quote.length() - 1
		elif letter in "([{":
			_brackets += 1
		elif letter in ")]}":
			_brackets -= 1
		elif letter in ":;" and _brackets == 0:
			_marks.append(_length + at)
		at += 1


# Where something stands again; a backslash only says that the line goes on.
static func _next(line: String, from: int) -> int:
	while from < line.length() and line[from] in " \t\n\\":
		from += 1
	return from


static func _first_word(code: String, from: int) -> String:
	var end := from
	while end < code.length() and ("_" + code[end]).is_valid_identifier():
		end += 1
	return code.substr(from, end - from)
