extends RefCounted

# Reads declarations from the source text of a script: at run time the engine does not tell where a function is written, which script of
# an inheritance chain declares it, and whether a variable has a setter.

const WorldwireQuotes = preload("../code/quotes.gd")

var name := ""
# By name: line, at (position of the name in that line), modifiers, parameters (name, type, default, text), returns, and whether it waits.
# Texts are as written, or empty.
var functions := {}
# Variables with a getter and no setter.
var read_only := {}
# Names of variables with a setter or a getter.
var guarded := {}
# Declared types of variables by name.
var types := {}
# Static variables by name, with whether their type is that of their first value.
var statics := {}

var _text: String
# Its lines with comments blanked, and again with strings and tabs blanked too.
var _code := PackedStringArray()
var _plain := PackedStringArray()
# For each line, the quote of the string that continues after it.
var _open := PackedStringArray()


func _init(text: String) -> void:
	_text = text.replace("\r\n", "\n")
	var quote := ""
	for line in _text.split("\n"):
		quote = _add(line, quote)
	var inside := false
	for number in range(_plain.size()):
		var line := _plain[number]
		if not inside and not line.is_empty() and line[0] != " ":
			_read(number)
		inside = not _open[number].is_empty()


# Whether a name occurs in it.
func mentions(word: String) -> bool:
	return _find_word(_text, word) >= 0


# Returns the quote of the string that is open at the end of the line.
func _add(line: String, quote: String) -> String:
	var code := line
	var plain := ""
	var at := 0
	while at < line.length():
		if quote.is_empty():
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
	var line := _without_annotations(_plain[number])
	var words := line.split(" ", false)
	if words.is_empty():
		return
	var keyword := 1 if words[0] == "static" and words.size() > 1 else 0
	if words[keyword] == "func" and words.size() > keyword + 1:
		_read_function(number)
	elif words[0] == "class_name" and words.size() > 1:
		name = words[1]
	elif words[keyword] == "var" and words.size() > keyword + 1:
		_read_variable(_without_annotations(_whole(number).plain), number, keyword > 0)


# With blanks in their place. They end at a closing bracket, if they have one.
static func _without_annotations(plain: String) -> String:
	var at := plain.find("@")
	while at >= 0 and plain.substr(0, at).strip_edges().is_empty():
		var end := at + 1
		while end < plain.length() and _is_letter(plain[end]):
			end += 1
		if end < plain.length() and plain[end] == "(":
			end = _closing(plain, end) + 1
		plain = _blanks(end) + plain.substr(end)
		at = plain.find("@", end)
	return plain


# The position of the bracket that closes the one there, or of the last letter.
static func _closing(plain: String, from: int) -> int:
	var depth := 0
	for at in range(from, plain.length()):
		depth += int(plain[at] in "([{") - int(plain[at] in ")]}")
		if depth == 0:
			return at
	return plain.length() - 1


# A declaration as one line. Brackets, strings and backslashes continue it.
func _whole(number: int) -> Dictionary:
	var code := ""
	var plain := ""
	var depth := 0
	while number < _plain.size():
		var line := _plain[number]
		var goes_on := line.strip_edges().ends_with("\\")
		code += _code[number].substr(0, line.rfind("\\")) + " " if goes_on else _code[number]
		plain += line.replace("\\", " ")
		for bracket in "([{":
			depth += line.count(bracket)
		for bracket in ")]}":
			depth -= line.count(bracket)
		if depth <= 0 and not goes_on and _open[number].is_empty():
			break
		code += " " if _open[number].is_empty() else "\n"
		plain += " "
		number += 1
	return {"code": code, "plain": plain}


func _read_variable(plain: String, number: int, is_static: bool) -> void:
	var at := _find_word(plain, "var") + 3
	var variable := _word(plain, at)
	var behind := plain.substr(plain.find(variable, at) + variable.length()).strip_edges()
	if behind.begins_with(":") and not behind.begins_with(":="):
		types[variable] = _word(behind, 1)
	if is_static:
		statics[variable] = behind.replace(" ", "").begins_with(":=")
	var accessors := _accessors(behind, number)
	if accessors.is_empty():
		return
	guarded[variable] = true
	if not "set" in accessors:
		read_only[variable] = true


# The words "get" and "set" behind the last colon of a variable, or in the lines below it.
func _accessors(behind: String, number: int) -> PackedStringArray:
	var found := PackedStringArray()
	if behind.ends_with(":"):
		for at in range(number + 1, _plain.size()):
			var line := _plain[at]
			if not line.strip_edges().is_empty() and not line.begins_with(" "):
				break
			var word := _word(line, 0)
			if word in ["get", "set"]:
				found.append(word)
		return found
	var last := behind.rfind(":")
	for part in behind.substr(last + 1).split(",") if last >= 0 else PackedStringArray():
		var word := _word(part, 0)
		if word in ["get", "set"] and part.contains("="):
			found.append(word)
	return found


func _read_function(number: int) -> void:
	var whole := _whole(number)
	var plain := _without_annotations(whole.plain)
	var keyword := _find_word(plain, "func")
	var function := _word(plain, keyword + 4)
	var at := plain.find(function, keyword + 4)
	var end := plain.find("(", at)
	var parameters: Array[Dictionary] = []
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
	var rest := plain.substr(from).split(":")[0]
	var first := number
	while at > _plain[number].length():
		at -= _plain[number].length() + 1
		number += 1
	functions[function] = {
		"line": number,
		"at": at,
		"modifiers": whole.code.substr(0, keyword),
		"parameters": parameters,
		"returns": rest.substr(rest.find("->") + 2).strip_edges() if rest.contains("->") else "",
		"waits": _waits_below(first),
		"is_annotated_above": _is_annotated_above(first),
	}


# Whether the function that begins in a line has an await.
func _waits_below(number: int) -> bool:
	for at in range(number, _plain.size()):
		var line := _plain[at]
		if at > number and not line.is_empty() and line[0] != " " and not line[0] in ")]}":
			return false
		if _find_word(line, "await") >= 0:
			return true
	return false


# An annotation in a line of its own belongs to the next declaration.
func _is_annotated_above(number: int) -> bool:
	for at in range(number - 1, -1, -1):
		var line := _plain[at].strip_edges()
		if not line.is_empty():
			return line.begins_with("@") and _without_annotations(line).strip_edges().is_empty()
	return false


static func _add_parameter(parameters: Array[Dictionary], code: String, plain: String) -> void:
	var name := _word(plain, 0)
	if name.is_empty():
		return
	var given := plain.find("=")
	var typed := plain.find(":")
	var is_typed := typed >= 0 and (given < 0 or typed < given - 1)
	var type := plain.substr(typed + 1, given - typed - 1 if given >= 0 else -1).strip_edges() if is_typed else ""
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
