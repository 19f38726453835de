using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Conditions on objects and their members, which are compared in every frame.</summary>
    internal sealed class Conditions
    {
        private const int MaxConditions = 16;
        private static readonly string[] Comparisons = { "==", "!=", "<", "<=", ">", ">=", "contains", "exists", "gone" };
        private readonly BridgeHost host;
        private readonly List<One> all = new List<One>();
        private readonly bool any;

        private sealed class One
        {
            public GameObject Target;
            public string Path;
            public string Type;
            public string Name;
            public string Part;
            public string Is;
            public object Value;
        }

        /// <summary>Refuses what can never be compared.</summary>
        public Conditions(BridgeHost host, Params given)
        {
            this.host = host;
            any = given.Flag("any", false);
            var list = given.Get("conditions") as JsonList;
            if (list == null || list.Count == 0 || list.Count > MaxConditions)
                throw given.Wrong("conditions", "a list of 1 to " + MaxConditions + " conditions", "[{\"object\":\"obj:1\",\"is\":\"gone\"}]");
            foreach (var item in list) all.Add(Read(item));
        }

        private One Read(object item)
        {
            const string Example = "send {\"object\":\"obj:1\",\"type\":\"Game.Health\",\"name\":\"current\",\"is\":\"<\",\"value\":10}";
            var fields = item as JsonObject;
            if (fields == null) throw Refusal.Invalid("a condition is " + Params.Shown(item) + " and must be an object", Example);
            var given = new Params(fields);
            var one = new One
            {
                Path = given.OptionalText("path"), Type = given.OptionalText("type"), Name = given.OptionalText("name"),
                Part = given.OptionalText("part"), Is = given.Text("is"), Value = given.Get("value"),
            };
            var id = given.OptionalText("object");
            if (!Comparisons.Contains(one.Is))
                throw Refusal.Invalid("is: \"" + one.Is + "\" is no comparison", "comparisons are " + string.Join(", ", Comparisons));
            if ((id == null) == (one.Path == null)) throw Refusal.Invalid("a condition must have one of object and path", Example);
            var aboutObject = one.Is == "exists" || one.Is == "gone";
            if (!aboutObject && (one.Type == null || one.Name == null))
                throw Refusal.Invalid("the comparison " + one.Is + " needs type and name of a member", Example);
            if (!aboutObject && !given.Has("value")) throw Refusal.Invalid("the comparison " + one.Is + " needs a value", Example);
            one.Target = id == null ? SceneTree.AtPath(one.Path) : host.Ids.Find(id);
            if (!aboutObject && one.Target != null) MemberOperations.ReadMember(host, ComponentTypes.Require(one.Target, one.Type), one.Name);
            return one;
        }

        /// <summary>Compares all conditions now.</summary>
        public bool Hold(out JsonList states)
        {
            states = new JsonList();
            var held = 0;
            foreach (var one in all)
            {
                var state = Compare(one);
                if ((bool)state["holds"]) held++;
                states.Add(state);
            }
            return any ? held > 0 : held == all.Count;
        }

        private JsonObject Compare(One one)
        {
            var target = one.Path == null ? one.Target : SceneTree.AtPath(one.Path);
            if (one.Is == "exists") return State(target != null, null);
            if (one.Is == "gone") return State(target == null, null);
            var owner = target == null ? null : ComponentTypes.On(target, one.Type);
            if (owner == null && one.Type != "UnityEngine.GameObject") return State(false, null);
            try
            {
                var value = MemberOperations.ReadMember(host, owner == null ? (object)target : owner, one.Name);
                return State(Holds(one, value), value);
            }
            catch (Exception)
            {
                // A member that throws in this frame does not hold.
                return State(false, null);
            }
        }

        private static JsonObject State(bool holds, JsonObject value)
        {
            return new JsonObject { { "holds", holds } }.With("value", value);
        }

        private static bool Holds(One one, JsonObject shown)
        {
            var value = shown.Has("json") ? shown["json"] : shown["text"];
            if (one.Part != null)
            {
                var parts = value as JsonObject;
                if (parts == null || !parts.Has(one.Part)) return false;
                value = parts[one.Part];
            }
            switch (one.Is)
            {
                case "==": return Same(value, one.Value);
                case "!=": return !Same(value, one.Value);
                case "contains": return Contains(value, one.Value);
            }
            var left = NumberIn(value);
            var right = NumberIn(one.Value);
            var order = left != null && right != null ? left.Value.CompareTo(right.Value)
                : value is string && one.Value is string ? string.CompareOrdinal((string)value, (string)one.Value) : (int?)null;
            if (order == null) return false;
            return one.Is == "<" ? order < 0 : one.Is == "<=" ? order <= 0 : one.Is == ">" ? order > 0 : order >= 0;
        }

        private static bool Contains(object value, object wanted)
        {
            if (value is string) return wanted is string && ((string)value).Contains((string)wanted);
            return value is JsonList && ((JsonList)value).Any(each => Same(each, wanted));
        }

        /// <summary>Compares values as they would be in JSON.</summary>
        private static bool Same(object one, object other)
        {
            var left = NumberIn(one);
            var right = NumberIn(other);
            if (left != null || right != null) return left == right;
            if (one is JsonObject && other is JsonObject)
            {
                var a = (JsonObject)one;
                var b = (JsonObject)other;
                return a.Count == b.Count && a.All(each => b.Has(each.Key) && Same(each.Value, b[each.Key]));
            }
            if (one is JsonList && other is JsonList) return ((JsonList)one).Count == ((JsonList)other).Count && ((JsonList)one).Zip((JsonList)other, Same).All(each => each);
            return Equals(one, other);
        }

        private static double? NumberIn(object value)
        {
            if (value is float) return double.Parse(JsonWriter.Shortest((float)value), CultureInfo.InvariantCulture);
            if (value is string || value is bool || !(value is IConvertible)) return null;
            return Convert.ToDouble(value, CultureInfo.InvariantCulture);
        }
    }
}
