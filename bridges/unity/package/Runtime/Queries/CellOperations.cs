using System;
using System.Collections.Generic;
using UnityEngine;

namespace Worldwire
{
    /// <summary>The cells of a Tilemap. The module for tile maps need not be in a project, so its types are found by name.</summary>
    internal static class CellOperations
    {
        private const int MaxCells = 1000000;

        public static void Add(BridgeHost host)
        {
            var map = FoundTypes.Named("UnityEngine.Tilemaps.Tilemap");
            if (map == null) host.Operations.AddMissing("cells.list", "the project has no module for tile maps (com.unity.modules.tilemap)");
            else host.Operations.Add("cells.list", given => List(host, given, map));
        }

        private static JsonObject List(BridgeHost host, Params given, Type type)
        {
            given.CheckPaging();
            var target = host.Ids.Find(given.Text("object"));
            var map = target.GetComponent(type);
            if (map == null) throw Refusal.NotFound(ObjectInfo.PathOf(target) + " has no Tilemap", "list the objects with the type Tilemap");
            var box = (BoundsInt)type.GetProperty("cellBounds").GetValue(map, null);
            if ((long)box.size.x * box.size.y * box.size.z > MaxCells)
                throw Refusal.Invalid("the box of " + ObjectInfo.PathOf(target) + " has more than " + MaxCells + " cells", "call CompressBounds of the Tilemap first");
            var tileAt = type.GetMethod("GetTile", new[] { typeof(Vector3Int) });
            var cells = new List<KeyValuePair<Vector3Int, UnityEngine.Object>>();
            foreach (var at in Places(box))
            {
                var tile = tileAt.Invoke(map, new object[] { at }) as UnityEngine.Object;
                if (tile != null) cells.Add(new KeyValuePair<Vector3Int, UnityEngine.Object>(at, tile));
            }
            return given.Page(cells, cell => new JsonObject
            {
                { "at", new JsonObject { { "x", cell.Key.x }, { "y", cell.Key.y }, { "z", cell.Key.z } } },
                { "item", cell.Value.name.Length > 0 ? cell.Value.name : cell.Value.GetType().Name },
            });
        }

        private static IEnumerable<Vector3Int> Places(BoundsInt box)
        {
            for (var z = box.zMin; z < box.zMax; z++)
                for (var y = box.yMin; y < box.yMax; y++)
                    for (var x = box.xMin; x < box.xMax; x++) yield return new Vector3Int(x, y, z);
        }
    }
}
