extends Node2D

# One of each thing that can be asked for: controls, a map of tiles, a path, an animation.

var clicks := 0


func _ready() -> void:
	var tiles := TileSet.new()
	for number in range(2):
		tiles.create_tile(number)
		tiles.tile_set_name(number, ["grass", "stone"][number])
	$Map.tile_set = tiles
	for at in range(3):
		$Map.set_cell(at, 1, 0)
	$Map.set_cell(4, 2, 1)
	var animation := Animation.new()
	animation.length = 2.0
	animation.loop = true
	$Player.add_animation("swing", animation)
	$Player.play("swing")


func _on_press() -> void:
	clicks += 1
