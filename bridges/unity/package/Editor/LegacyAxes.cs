using System.Collections.Generic;
using System.Linq;
using UnityEditor;

namespace Worldwire.Editor
{
    /// <summary>The axes of the old Input Manager, which only the editor can list, with the keys that trigger them.</summary>
    internal static class LegacyAxes
    {
        private const string Settings = "ProjectSettings/InputManager.asset";

        public static void Read()
        {
            var asset = AssetDatabase.LoadAllAssetsAtPath(Settings).FirstOrDefault();
            if (asset == null) return;
            var axes = new SerializedObject(asset).FindProperty("m_Axes");
            if (axes == null) return;
            var found = new Dictionary<string, GameAction>();
            for (var at = 0; at < axes.arraySize; at++)
            {
                var axis = axes.GetArrayElementAtIndex(at);
                var name = axis.FindPropertyRelative("m_Name").stringValue;
                GameAction action;
                if (!found.TryGetValue(name, out action)) found[name] = action = new GameAction { Name = name };
                foreach (var field in new[] { "positiveButton", "altPositiveButton" })
                {
                    var label = LabelOf(axis.FindPropertyRelative(field).stringValue);
                    if (label != null && !action.Bindings.Contains(label)) action.Bindings.Add(label);
                }
            }
            LegacyInput.Axes = found.Values.ToList();
        }

        /// <summary>The Input Manager names keys in its own way: "left shift", "space", "mouse 0".</summary>
        private static string LabelOf(string key)
        {
            if (string.IsNullOrEmpty(key)) return null;
            if (key == "mouse 0") return "button left";
            if (key == "mouse 1") return "button right";
            if (key == "mouse 2") return "button middle";
            var arrows = new[] { "left", "right", "up", "down" };
            var name = arrows.Contains(key) ? key + "Arrow" : key == "return" ? "Enter" : key.Replace(" ", "").Replace("ctrl", "Ctrl");
            var found = KeyTable.ByName(name.Length == 1 && char.IsDigit(name[0]) ? "Digit" + name : name);
            return found == null ? null : "key " + found.Code;
        }
    }
}
