@tool
extends RefCounted

# An operation that makes no sense in an editor: refuses each call with the reason.

const WorldwireRefusal = preload("../refusal.gd")
const GAME := "run the game with editor.play; it links as its own engine, and has this operation"
const REASONS := {
	"scene.load": ["scenes of an editor are open in tabs", "editor.open opens a scene"],
	"camera.get": ["the editor does not draw with the camera of the game", GAME],
	"freecam.get": ["the editor has a camera of its own", GAME],
	"freecam.set": ["the editor has a camera of its own", GAME],
	"pick.world": ["the editor does not draw with the camera of the game", GAME],
	"pick.ui": ["the interface of the game does not run in the editor", GAME],
	"view.capture": ["the editor does not draw with the camera of the game", GAME],
	"time.get": ["no time passes in the editor", GAME],
	"time.set": ["no time passes in the editor", GAME],
	"time.step": ["no time passes in the editor", GAME],
	"time.wait": ["no time passes in the editor", GAME],
	"profile.read": ["the frames of the editor are not those of the game", GAME],
	"input.send": ["the editor is not played: input would press its own buttons", GAME],
	"input.actions": ["the editor has its own input map and not that of the game", GAME],
	"input.record": ["the editor is not played", GAME],
	"physics.ray": ["physics does not run in the editor", GAME],
	"physics.overlap": ["physics does not run in the editor", GAME],
	"navigation.path": ["navigation does not run in the editor", GAME],
	"ui.list": ["the interface of the game does not run in the editor", GAME],
	"tool.call": ["tools are registered by the game that runs", GAME],
	"resource.read": ["resources are registered by the game that runs", GAME],
	"hook.methods": ["functions of the game do not run in the editor", GAME],
	"hook.list": ["functions of the game do not run in the editor", GAME],
	"hook.add": ["functions of the game do not run in the editor", GAME],
	"hook.calls": ["functions of the game do not run in the editor", GAME],
	"hook.remove": ["functions of the game do not run in the editor", GAME],
	"hook.enable": ["functions of the game do not run in the editor", GAME],
	"hook.source.get": ["functions of the game do not run in the editor", GAME],
	"hook.source.set": ["functions of the game do not run in the editor", GAME],
	"component.restore": ["a removed script comes back by undo", "call editor.undo"],
}

var _name: String


func _init(name: String) -> void:
	_name = name


func handlers() -> Dictionary:
	return {_name: refuse}


func refuse(_params: Dictionary) -> Variant:
	return WorldwireRefusal.new("unsupported", "%s is not an operation of an editor: %s" % [_name, REASONS[_name][0]], REASONS[_name][1])
