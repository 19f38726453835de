class_name Playground
extends Node2D

# Something to play with: a way that grows while an action is held, an interface, cells, an animation, and tools of the game itself.

signal pressed_times(count: int)

const ACTION := &"play_right"

var way := 0.0
var clicks := 0


func _ready() -> void:
	_add_action()
	_add_tiles()
	$UI/Press.pressed.connect(_press_on_pressed)
	Worldwire.register_tool("add_way", "Adds to the way.", {
		"properties": {"by": {"type": "integer", "minimum": 1, "maximum": 100}},
		"required": ["by"],
	}, "write", _add_way)
	Worldwire.register_resource("playground_log", "What happened in the playground.", "text/plain", _log)
	Worldwire.register_event("way_added", "The way has grown by a tool.")


func _exit_tree() -> void:
	InputMap.erase_action(ACTION)
	Worldwire.unregister_tool("add_way")
	Worldwire.unregister_resource("playground_log")


func _physics_process(_delta: float) -> void:
	if Input.is_action_pressed(ACTION):
		way += 1.0


func _add_action() -> void:
	var key := InputEventKey.new()
	key.physical_keycode = KEY_L
	var button := InputEventJoypadButton.new()
	button.button_index = JOY_BUTTON_A
	var stick := InputEventJoypadMotion.new()
	stick.axis = JOY_AXIS_LEFT_X
	stick.axis_value = 1.0
	InputMap.add_action(ACTION)
	for event: InputEvent in [key, button, stick]:
		InputMap.action_add_event(ACTION, event)


func _add_tiles() -> void:
	var source := TileSetAtlasSource.new()
	source.texture = ImageTexture.create_from_image(Image.create(64, 32, false, Image.FORMAT_RGB8))
	source.texture_region_size = Vector2i(32, 32)
	source.create_tile(Vector2i(0, 0))
	source.create_tile(Vector2i(1, 0))
	var tiles := TileSet.new()
	tiles.tile_size = Vector2i(32, 32)
	tiles.add_source(source, 0)
	$Tiles.tile_set = tiles
	for x in 5:
		$Tiles.set_cell(Vector2i(x, 0), 0, Vector2i(x % 2, 0))


func _press_on_pressed() -> void:
	clicks += 1
	pressed_times.emit(clicks)


func _add_way(args: Dictionary) -> String:
	way += args.by
	Worldwire.emit_event("way_added", {"by": args.by})
	return "the way is %s" % way


func _log() -> String:
	return "way %s, clicks %d" % [way, clicks]
