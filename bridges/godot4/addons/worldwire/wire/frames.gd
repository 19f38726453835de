extends RefCounted

# Frames: a length of four bytes, little-endian, and as many bytes of UTF-8. Bytes in, texts out, no I/O.

const PREFIX := 4
# First bytes of surrogates and of code points beyond Unicode, and of some valid characters.
const SUSPECTS := [0xed, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd]
const REPLACEMENT := 0xfffd

# Why no more can be read; empty if all is well.
var fault := ""
var _longest: int
var _bytes := PackedByteArray()


func _init(longest: int) -> void:
	_longest = longest


func push(chunk: PackedByteArray) -> Array:
	_bytes.append_array(chunk)
	var texts := []
	var at := 0
	while fault.is_empty() and _bytes.size() - at >= PREFIX:
		var length: int = _bytes[at] | _bytes[at + 1] << 8 | _bytes[at + 2] << 16 | _bytes[at + 3] << 24
		if length == 0 or length > _longest:
			fault = "a frame has %d bytes and must have 1 to %d" % [length, _longest]
		elif _bytes.size() - at - PREFIX < length:
			break
		else:
			at += PREFIX + length
			texts.append(_bytes.slice(at - length, at).get_string_from_utf8())
	if at == _bytes.size():
		_bytes = PackedByteArray()
	elif at > 0:
		_bytes = _bytes.slice(at)
	return texts


static func encode(text: String) -> PackedByteArray:
	var body := text.to_utf8_buffer()
	# As many bytes as characters: ASCII.
	if body.size() != text.length() and _is_suspect(body):
		body = _clean(text).to_utf8_buffer()
	var length := body.size()
	var frame := PackedByteArray([length & 0xff, length >> 8 & 0xff, length >> 16 & 0xff, length >> 24 & 0xff])
	frame.append_array(body)
	return frame


static func _is_suspect(body: PackedByteArray) -> bool:
	for suspect: int in SUSPECTS:
		if body.find(suspect) >= 0:
			return true
	return false


static func _clean(text: String) -> String:
	var clean := PackedStringArray()
	for at in text.length():
		var code := text.unicode_at(at)
		clean.append(String.chr(REPLACEMENT if code >= 0xd800 and code < 0xe000 or code > 0x10ffff else code))
	return "".join(clean)
