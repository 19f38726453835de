// Part of the shim.
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    [Serializable]
    public struct BoundsInt
    {
        private Vector3Int m_Position;
        private Vector3Int m_Size;
        public BoundsInt(Vector3Int position, Vector3Int size) { m_Position = position; m_Size = size; }
        public Vector3Int position { get { return m_Position; } set { m_Position = value; } }
        public Vector3Int size { get { return m_Size; } set { m_Size = value; } }
        public int xMin { get { return m_Position.x; } }
        public int yMin { get { return m_Position.y; } }
        public int zMin { get { return m_Position.z; } }
        public int xMax { get { return m_Position.x + m_Size.x; } }
        public int yMax { get { return m_Position.y + m_Size.y; } }
        public int zMax { get { return m_Position.z + m_Size.z; } }
        public override string ToString() { return "Position: " + position + ", Size: " + size; }
    }

    public class GridLayout : Behaviour
    {
        public Vector3 cellSize { get { return Vector3.one; } }
        public Vector3 CellToWorld(Vector3Int cellPosition) { return transform.TransformPoint(new Vector3(cellPosition.x, cellPosition.y, cellPosition.z)); }
    }

    public sealed class Grid : GridLayout { }
}

namespace UnityEngine.Tilemaps
{
    public abstract class TileBase : ScriptableObject { }
    public class Tile : TileBase { public Sprite sprite { get; set; } }

    public sealed class Tilemap : GridLayout
    {
        private readonly Dictionary<Vector3Int, TileBase> tiles = new Dictionary<Vector3Int, TileBase>();

        public BoundsInt cellBounds
        {
            get
            {
                if (tiles.Count == 0) return new BoundsInt(new Vector3Int(0, 0, 0), new Vector3Int(0, 0, 1));
                int left = int.MaxValue, low = int.MaxValue, right = int.MinValue, high = int.MinValue;
                foreach (var at in tiles.Keys)
                {
                    left = Math.Min(left, at.x);
                    low = Math.Min(low, at.y);
                    right = Math.Max(right, at.x);
                    high = Math.Max(high, at.y);
                }
                return new BoundsInt(new Vector3Int(left, low, 0), new Vector3Int(right - left + 1, high - low + 1, 1));
            }
        }
        public bool HasTile(Vector3Int position) { return tiles.ContainsKey(position); }
        public TileBase GetTile(Vector3Int position) { TileBase found; return tiles.TryGetValue(position, out found) ? found : null; }
        public void SetTile(Vector3Int position, TileBase tile) { if (tile == null) tiles.Remove(position); else tiles[position] = tile; }
        public int GetUsedTilesCount() { return new HashSet<TileBase>(tiles.Values).Count; }
    }
}
