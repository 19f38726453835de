// Part of the shim.
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using Worldwire.Shim;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Groups of changes. A new one removes those that were undone.</summary>
    public class Undo
    {
        public delegate void UndoRedoCallback();
        public static UndoRedoCallback undoRedoPerformed;

        private sealed class Entry
        {
            public int Group;
            public string Name;
            public Action Back, Again;
        }

        private static readonly List<Entry> done = new List<Entry>();
        private static readonly List<Entry> undone = new List<Entry>();
        private static readonly Dictionary<Object, ShimMembers> recorded = new Dictionary<Object, ShimMembers>();
        private static int group;
        private static string groupName = "";

        public static void IncrementCurrentGroup() { FlushUndoRecordObjects(); group++; groupName = ""; }
        public static int GetCurrentGroup() { return group; }
        public static string GetCurrentGroupName() { return groupName; }
        public static void SetCurrentGroupName(string name)
        {
            groupName = name;
            foreach (var each in done.Where(each => each.Group == group)) each.Name = name;
        }
        public static void CollapseUndoOperations(int groupIndex)
        {
            FlushUndoRecordObjects();
            foreach (var each in done.Where(each => each.Group > groupIndex)) each.Group = groupIndex;
        }
        public static void RecordObject(Object objectToUndo, string name) { if (!recorded.ContainsKey(objectToUndo)) recorded[objectToUndo] = ShimMembers.Of(objectToUndo); }
        public static void FlushUndoRecordObjects()
        {
            foreach (var each in recorded.ToList())
            {
                recorded.Remove(each.Key);
                if (each.Key == null) continue;
                var after = ShimMembers.Of(each.Key);
                if (after.SameAs(each.Value)) continue;
                Object target = each.Key;
                var before = each.Value;
                Add(target, () => before.WriteTo(target), () => after.WriteTo(target));
            }
        }
        public static void RegisterCreatedObjectUndo(Object objectToUndo, string name)
        {
            var made = (GameObject)objectToUndo;
            Add(made, () => made.ShimHide(), () => made.ShimShow());
        }
        public static void DestroyObjectImmediate(Object objectToUndo)
        {
            var whole = objectToUndo as GameObject;
            if (whole == null) { var owner = ((Component)objectToUndo).gameObject; Object.DestroyImmediate(objectToUndo); Add(owner, () => { }, () => { }); return; }
            Add(whole, () => whole.ShimShow(), () => whole.ShimHide());
            whole.ShimHide();
        }
        public static Component AddComponent(GameObject gameObject, Type type)
        {
            var added = gameObject.AddComponent(type);
            if (added != null) Add(gameObject, () => Object.DestroyImmediate(gameObject.GetComponent(type)), () => gameObject.AddComponent(type));
            return added;
        }
        public static void SetTransformParent(Transform transform, Transform newParent, string name)
        {
            var before = transform.parent;
            transform.SetParent(newParent, true);
            Add(transform, () => transform.SetParent(before, true), () => transform.SetParent(newParent, true));
        }
        public static void PerformUndo()
        {
            FlushUndoRecordObjects();
            if (done.Count == 0) return;
            var last = done[done.Count - 1].Group;
            foreach (var each in Enumerable.Reverse(done).Where(each => each.Group == last).ToList())
            {
                each.Back();
                done.Remove(each);
                undone.Insert(0, each);
            }
        }
        public static void PerformRedo()
        {
            if (undone.Count == 0) return;
            var first = undone[0].Group;
            foreach (var each in undone.Where(each => each.Group == first).ToList())
            {
                each.Again();
                undone.Remove(each);
                done.Add(each);
            }
        }
        /// <summary>In the form of Unity 2019.</summary>
        internal static void GetRecords(List<string> undoRecords, List<string> redoRecords)
        {
            FlushUndoRecordObjects();
            undoRecords.AddRange(done.GroupBy(each => each.Group).Select(each => each.First().Name));
            redoRecords.AddRange(undone.GroupBy(each => each.Group).Select(each => each.First().Name));
        }

        private static void Add(Object target, Action back, Action again)
        {
            done.Add(new Entry { Group = group, Name = groupName, Back = back, Again = again });
            undone.Clear();
            SceneManagement.EditorSceneManager.ShimMark(target);
        }
    }
}

namespace Worldwire.Shim
{
    /// <summary>The values of the fields of a component, or the state of an object.</summary>
    internal sealed class ShimMembers
    {
        private readonly Dictionary<System.Reflection.FieldInfo, object> values = new Dictionary<System.Reflection.FieldInfo, object>();
        private bool active;
        private string name;

        public static ShimMembers Of(Object target)
        {
            var made = new ShimMembers();
            var whole = target as GameObject;
            if (whole != null) { made.active = whole.activeSelf; made.name = whole.name; return made; }
            foreach (var field in Fields(target.GetType())) made.values[field] = field.GetValue(target);
            return made;
        }
        public void WriteTo(Object target)
        {
            var whole = target as GameObject;
            if (whole != null) { whole.SetActive(active); whole.name = name; return; }
            foreach (var each in values) each.Key.SetValue(target, each.Value);
        }
        public bool SameAs(ShimMembers other)
        {
            return active == other.active && name == other.name && values.All(each => Equals(each.Value, other.values[each.Key]));
        }
        public static IEnumerable<System.Reflection.FieldInfo> Fields(Type type)
        {
            const System.Reflection.BindingFlags Own = System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.DeclaredOnly;
            for (; type != null && type != typeof(Component); type = type.BaseType)
                foreach (var field in type.GetFields(Own))
                    if (!field.IsInitOnly && (field.FieldType.IsValueType || field.FieldType == typeof(string))) yield return field;
        }
    }
}
