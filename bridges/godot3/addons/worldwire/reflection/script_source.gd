extends Reference

# Reads declarations from the source text of a script. At run time the engine has neither names nor defaults of parameters, nor which
# script of an inheritance chain declares a function.

const WorldwireQuotes = preload("../code/quotes.gd")
const MODIFIERS := ["static", "remote", "master", "puppet", "remotesync", "mastersync", "puppetsync", "sync", "slave"]

var name := ""
# By name: line, at (position of the name in that line), modifiers, parameters (name, type, default, text) and returns. Texts are as
# written, or empty.
var functions := {}
# Variables with a getter and no setter.
var read_only := {}
# Names of variables with a setter or a getter.
var guarded := {}
# Declared types of variables by name.
var types := {}
# Whether a function uses yield.
var waits := false

var _text: String
# Its lines with comments blanked, and again with strings and tabs blanked too.
var _code := PoolStringArray()
var _plain := PoolStringArray()
# For each line, the quote of the string that continues after it.
var _open := PoolStringArray()


func _init(text: String) -> void:
	_text = text.replace("\r\n", "\n")
	var quote := ""
	for line in _text.split("\n"):
		quote = _add(line, quote)
	var inside := false
	for number in range(_plain.size()):
		var line := _plain[number]
		if not inside and not line.empty() and line[0] != " ":
			_read(number)
		waits = waits or _find_word(line, "yield") >= 0
		inside = not _open[number].empty()


# Whether a name occurs in it.
func mentions(word: String) -> bool:
	return _find_word(_text, word) >= 0


# Returns the quote of the string that is open at the end of the line.
func _add(line: String, quote: String) -> String:
	var code := line
	var plain := ""
	var at := 0
	while at < line.length():
		if quote.empty():
			var mark := _mark(line, at)
			plain += line.substr(at, mark - at)
			at = mark
			if at == line.length():
				break
			if line[at] == "#":
				code = line.substr(0, at) + _blanks(line.length() - at)
				break
			quote = WorldwireQuotes.at(line, at)
			plain += _blanks(quote.length())
			at += quote.length()
		var end := WorldwireQuotes.end(line, at, quote)
		plain += _blanks((line.length() if end < 0 else end) - at)
		if end < 0:
			break
		quote = ""
		at = end
	plain += _blanks(line.length() - plain.length())
	_code.append(code)
	_plain.append(plain.replace("\t", " "))
	_open.append(quote)
	return quote


# The position of the next string or comment, or of the end.
static func _mark(line: String, from: int) -> int:
	var first := line.length()
	for mark in ["\"", "'", "#"]:
		var at := line.find(mark, from)
		if at >= 0 and at < first:
			first = at
	return first


static func _blanks(count: int) -> String:
	return "%*s" % [count, ""]


func _read(number: int) -> void:
	var words := Array(_plain[number].split(" ", false))
	var keyword := 0
	while keyword < words.size() - 1 and words[keyword] in MODIFIERS:
		keyword += 1
	if words[keyword] == "func" and words.size() > keyword + 1:
		_read_function(number)
	elif words[0] == "class_name" and words.size() > 1:
		name = words[1].split(",")[0]
	elif _find_word(_plain[number], "var") >= 0:
		_read_variable(_whole(number).plain)


# A declaration as one line. Brackets, strings and backslashes continue it.
func _whole(number: int) -> Dictionary:
	var code := ""
	var plain := ""
	var depth := 0
	while number < _plain.size():
		var line := _plain[number]
		var goes_on := line.strip_edges().ends_with("\\")
		code += _code[number].substr(0, line.find_last("\\")) + " " if goes_on else _code[number]
		plain += line.replace("\\", " ")
		for bracket in "([{":
			depth += line.count(bracket)
		for bracket in ")]}":
			depth -= line.count(bracket)
		if depth <= 0 and not goes_on and _open[number].empty():
			break
		code += " " if _open[number].empty() else "\n"
		plain += " "
		number += 1
	return {"code": code, "plain": plain}


func _read_variable(plain: String) -> void:
	# After the brackets of an export.
	var from := plain.find(")") if plain.replace(" ", "").begins_with("export(") else 0
	var at := _find_word(plain, "var", from) + 3
	var variable := _word(plain, at)
	var behind := plain.substr(plain.find(variable, at) + variable.length()).strip_edges()
	if behind.begins_with(":") and not behind.begins_with(":="):
		types[variable] = _word(behind, 1)
	var guard := _find_word(behind, "setget")
	if guard < 0:
		return
	guarded[variable] = true
	if behind.substr(guard + 6).strip_edges().begins_with(","):
		read_only[variable] = true


func _read_function(number: int) -> void:
	var whole := _whole(number)
	var plain: String = whole.plain
	var keyword := _find_word(plain, "func")
	var function := _word(plain, keyword + 4)
	var at := plain.find(function, keyword + 4)
	var end := plain.find("(", at)
	var parameters := []
	var from := end + 1
	var depth := 0
	while end >= 0 and end < plain.length():
		depth += int(plain[end] in "([{") - int(plain[end] in ")]}")
		if depth == 0 or depth == 1 and plain[end] == ",":
			_add_parameter(parameters, whole.code.substr(from, end - from), plain.substr(from, end - from))
			from = end + 1
		if depth == 0:
			break
		end += 1
	if depth != 0 or from == 0:
		return
	var modifiers: String = whole.code.substr(0, keyword)
	var rest := plain.substr(from).split(":")[0]
	while at > _plain[number].length():
		at -= _plain[number].length() + 1
		number += 1
	functions[function] = {
		"line": number,
		"at": at,
		"modifiers": modifiers,
		"parameters": parameters,
		"returns": _word(rest, rest.find("->") + 2) if rest.find("->") >= 0 else "",
	}


static func _add_parameter(parameters: Array, code: String, plain: String) -> void:
	var name := _word(plain, 0)
	if name.empty():
		return
	var given := plain.find("=")
	var typed := plain.find(":")
	var type := _word(plain, typed + 1) if typed >= 0 and (given < 0 or typed < given - 1) else ""
	var default := code.substr(given + 1).strip_edges() if given >= 0 else ""
	parameters.append({"name": name, "type": type, "default": default, "text": code.strip_edges()})


# The next word; a type may contain dots.
static func _word(text: String, from: int) -> String:
	while from < text.length() and text[from] == " ":
		from += 1
	var end := from
	while end < text.length() and (_is_letter(text[end]) or text[end] == "."):
		end += 1
	return text.substr(from, end - from)


# The position of a whole word, or negative.
static func _find_word(text: String, word: String, from := 0) -> int:
	var at := text.find(word, from)
	while at >= 0:
		var end := at + word.length()
		if (at == 0 or not _is_letter(text[at - 1])) and (end == text.length() or not _is_letter(text[end])):
			return at
		at = text.find(word, at + 1)
	return -1


static func _is_letter(letter: String) -> bool:
	return ("_" + letter).is_valid_identifier()
