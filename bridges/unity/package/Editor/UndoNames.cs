using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;

namespace Worldwire.Editor
{
    /// <summary>
    /// The names of the steps that undo and redo would take. Unity tells only the current one; its list of all steps is internal, has two forms
    /// (before and since 2022), and is read by reflection. Without it, redo is known for steps that editor.undo has taken.
    /// </summary>
    internal static class UndoNames
    {
        private static readonly MethodInfo lists = Find(typeof(List<string>), typeof(List<string>));
        private static readonly MethodInfo cursor = Find(typeof(List<string>), typeof(int).MakeByRefType());
        private static readonly Stack<string> undone = new Stack<string>();

        public static string Undo
        {
            get
            {
                List<string> before, after;
                if (Read(out before, out after)) return before.Count > 0 ? before[before.Count - 1] : null;
                var name = UnityEditor.Undo.GetCurrentGroupName();
                return string.IsNullOrEmpty(name) ? null : name;
            }
        }

        public static string Redo
        {
            get
            {
                List<string> before, after;
                if (Read(out before, out after)) return after.Count > 0 ? after[0] : null;
                return undone.Count > 0 ? undone.Peek() : null;
            }
        }

        public static string PerformUndo()
        {
            var name = Undo;
            if (name == null) return null;
            UnityEditor.Undo.PerformUndo();
            undone.Push(name);
            return name;
        }

        public static string PerformRedo()
        {
            var name = Redo;
            if (name == null) return null;
            UnityEditor.Undo.PerformRedo();
            if (undone.Count > 0) undone.Pop();
            return name;
        }

        private static bool Read(out List<string> before, out List<string> after)
        {
            before = new List<string>();
            after = new List<string>();
            if (lists != null)
            {
                lists.Invoke(null, new object[] { before, after });
                return true;
            }
            if (cursor == null) return false;
            var all = new List<string>();
            var arguments = new object[] { all, 0 };
            cursor.Invoke(null, arguments);
            var at = Math.Max(0, Math.Min(all.Count, (int)arguments[1]));
            before.AddRange(all.GetRange(0, at));
            after.AddRange(all.GetRange(at, all.Count - at));
            return true;
        }

        private static MethodInfo Find(params Type[] types)
        {
            return typeof(UnityEditor.Undo).GetMethod("GetRecords", BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public, null, types, null);
        }
    }
}
