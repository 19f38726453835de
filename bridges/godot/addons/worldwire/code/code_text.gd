extends Reference

# Code of a caller as the body of a function. Each of its loops looks at the clock: nothing else could stop one that has
# no end.

const HEAD := "extends \"%s\"\n\n\nfunc run():\n%spass\n"
const HEAD_LINES := 5
const GUARD := "if over(): return"

var text: String

# The caller's line for each of ours.
var _origins := []
var _lines := PoolStringArray()
# One step of indentation, of the caller's own kind: the engine takes one kind in a file.
var _step := "\t"
# The mark of a string that goes over the end of a line.
var _quote := ""
var _brackets := 0
var _goes_on := false
# The indentation of a loop whose colon is still to come.
var _loop = null
var _body_follows := false


func _init(code: String, base: String) -> void:
	var lines := code.replace("\r\n", "\n").split("\n")
	if not code.begins_with("\t") and code.find("\n\t") < 0 and code.find("\n ") >= 0:
		_step = "    "
	for number in range(lines.size()):
		_add(lines[number], number + 1)
	text = HEAD % [base, _step] + _lines.join("\n") + "\n"


# The caller's line for one of the whole text.
func line_of(number: int) -> int:
	return _origins[int(clamp(number - HEAD_LINES - 1, 0, _origins.size() - 1))]


func _add(line: String, number: int) -> void:
	var inside := not _quote.empty()
	var code := line.strip_edges()
	if not inside and _brackets == 0 and not _goes_on and not code.empty() and not code.begins_with("#"):
		var indent := line.substr(0, line.find(code))
		if _body_follows:
			_put(indent + GUARD, number)
			_body_follows = false
		_loop = indent if _first_word(code) in ["while", "for"] else null
	var colon := _colon_in(line)
	if _loop == null or colon < 0:
		_put(line, number, not inside)
		return
	var body := line.substr(colon + 1).strip_edges()
	_body_follows = body.empty() or body.begins_with("#")
	if _body_follows:
		_put(line, number, not inside)
	else:
		_put(line.substr(0, colon + 1), number, not inside)
		_put(_loop + _step + GUARD, number)
		_put(_loop + _step + body, number)
	_loop = null


func _put(line: String, number: int, indented := true) -> void:
	_lines.append(_step + line if indented else line)
	_origins.append(number)


# The first colon of a line that stands for itself. Goes on with what lines before have left open.
func _colon_in(line: String) -> int:
	var colon := -1
	var at := 0
	_goes_on = false
	while at < line.length():
		if not _quote.empty():
			at = _behind_quote(line, at)
			continue
		var letter := line[at]
		if letter == "\\":
			_goes_on = at == line.length() - 1
			at += 1
		elif letter == "#":
			break
		elif letter in "\"'":
			_quote = "\"\"\"" if line.substr(at, 3) == "\"\"\"" else letter
			at += _quote.length() - 1
		elif letter in "([{":
			_brackets += 1
		elif letter in ")]}":
			_brackets -= 1
		elif letter == ":" and _brackets == 0 and colon < 0:
			colon = at
		at += 1
	return colon


# Where the string that is open ends, or the line.
func _behind_quote(line: String, from: int) -> int:
	var end := line.find(_quote, from)
	var escape := line.find("\\", from)
	if escape >= 0 and (end < 0 or escape < end):
		return escape + 2
	if end < 0:
		return line.length()
	var behind := end + _quote.length()
	_quote = ""
	return behind


static func _first_word(code: String) -> String:
	var end := 0
	while end < code.length() and code.substr(0, end + 1).is_valid_identifier():
		end += 1
	return code.substr(0, end)
