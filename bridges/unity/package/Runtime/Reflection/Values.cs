using System;
using System.Collections;
using System.Globalization;
using System.Reflection;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Shows values of the scene as JSON.</summary>
    internal sealed class Values
    {
        private const int MaxItems = 1000;
        private const int MaxText = 4000;
        private const int MaxDepth = 4;
        private readonly ObjectIds ids;

        public Values(ObjectIds ids)
        {
            this.ids = ids;
        }

        /// <summary>A value of the port: its type, a text, and where possible JSON and the id of an object.</summary>
        public JsonObject Show(object value, Type declared)
        {
            if (declared == typeof(void)) return new JsonObject { { "type", "System.Void" }, { "text", "" } };
            var gone = value is UnityEngine.Object && (UnityEngine.Object)value == null;
            if (value == null || gone) return new JsonObject { { "type", TypeNames.Of(declared) }, { "text", "null" }, { "json", null } };
            object json;
            var shown = new JsonObject { { "type", TypeNames.Of(value.GetType()) }, { "text", Shortened(TextOf(value)) } };
            if (TryJson(value, 0, out json)) shown["json"] = json;
            var target = ObjectIn(value);
            if (target != null) shown["ref"] = ids.IdOf(target);
            return shown;
        }

        private static GameObject ObjectIn(object value)
        {
            var component = value as Component;
            return component != null ? component.gameObject : value as GameObject;
        }

        private static string Shortened(string text)
        {
            return text.Length > MaxText ? text.Substring(0, MaxText) + "..." : text;
        }

        public static string TextOf(object value)
        {
            if (value is float) return JsonWriter.Shortest((float)value);
            if (value is double) return JsonWriter.Shortest((double)value);
            var list = value as ICollection;
            if (list != null) return TypeNames.Of(value.GetType()) + " (" + list.Count + ")";
            var formattable = value as IFormattable;
            if (formattable != null && value.GetType().IsPrimitive) return formattable.ToString(null, CultureInfo.InvariantCulture);
            return value.ToString() ?? "";
        }

        /// <summary>JSON of primitives, enums, vectors, colours, references, lists of them, and structs with public fields.</summary>
        private bool TryJson(object value, int depth, out object json)
        {
            json = null;
            if (value == null) return true;
            if (depth > MaxDepth) return false;
            var type = value.GetType();
            if (value is string || value is bool || value is float || value is double || value is decimal)
            {
                json = value;
                return true;
            }
            if (value is char || type.IsEnum)
            {
                json = value.ToString();
                return true;
            }
            if (value is long || value is ulong) return TryLong(value, out json);
            if (type.IsPrimitive)
            {
                json = value is IntPtr || value is UIntPtr ? null : value;
                return json != null;
            }
            if (value is UnityEngine.Object) return TryReference((UnityEngine.Object)value, out json);
            if (value is IList) return TryList((IList)value, depth, out json);
            return type.IsValueType && TryStruct(value, type, depth, out json);
        }

        /// <summary>A number that a double does not have exactly becomes text.</summary>
        private static bool TryLong(object value, out object json)
        {
            const decimal MaxSafe = 9007199254740991m;
            var number = Convert.ToDecimal(value, CultureInfo.InvariantCulture);
            json = number >= -MaxSafe && number <= MaxSafe ? value : number.ToString(CultureInfo.InvariantCulture);
            return true;
        }

        private bool TryReference(UnityEngine.Object value, out object json)
        {
            json = null;
            if (value == null) return true;
            var target = ObjectIn(value);
            if (target == null) json = value.name;
            else json = ids.IdOf(target);
            return true;
        }

        private bool TryList(IList items, int depth, out object json)
        {
            var list = new JsonList();
            json = list;
            if (items.Count > MaxItems) return false;
            foreach (var item in items)
            {
                object one;
                if (!TryJson(item, depth + 1, out one)) return false;
                list.Add(one);
            }
            return true;
        }

        private bool TryStruct(object value, Type type, int depth, out object json)
        {
            if (value is LayerMask)
            {
                json = ((LayerMask)value).value;
                return true;
            }
            var fields = new JsonObject();
            json = fields;
            if (value is Bounds)
            {
                json = ObjectInfo.Box((Bounds)value);
                return true;
            }
            foreach (var name in Parts.Of(type))
            {
                object one;
                if (!TryJson(Parts.Read(value, type, name), depth + 1, out one)) return false;
                fields[name] = one;
            }
            return fields.Count > 0;
        }
    }

    /// <summary>The parts of a struct: its public fields, or the properties of structs that hide their fields.</summary>
    internal static class Parts
    {
        private const BindingFlags Public = BindingFlags.Instance | BindingFlags.Public;

        public static string[] Of(Type type)
        {
            if (type == typeof(Rect)) return new[] { "x", "y", "width", "height" };
            if (type == typeof(Vector2Int)) return new[] { "x", "y" };
            if (type == typeof(Vector3Int)) return new[] { "x", "y", "z" };
            return Array.ConvertAll(type.GetFields(Public), field => field.Name);
        }

        public static object Read(object value, Type type, string name)
        {
            var field = type.GetField(name, Public);
            return field != null ? field.GetValue(value) : type.GetProperty(name, Public).GetValue(value, null);
        }

        public static Type TypeOf(Type type, string name)
        {
            var field = type.GetField(name, Public);
            return field != null ? field.FieldType : type.GetProperty(name, Public).PropertyType;
        }

        /// <summary>Sets a part of a boxed struct.</summary>
        public static void Write(object value, Type type, string name, object part)
        {
            var field = type.GetField(name, Public);
            if (field != null) field.SetValue(value, part);
            else type.GetProperty(name, Public).SetValue(value, part, null);
        }
    }
}
