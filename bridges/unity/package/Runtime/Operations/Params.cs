using System.Collections.Generic;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Reads parameters, and refuses those that are not valid.</summary>
    internal sealed class Params
    {
        private const int DefaultLimit = 50;
        private readonly JsonObject fields;

        public Params(JsonObject fields)
        {
            this.fields = fields;
        }

        public JsonObject Fields
        {
            get { return fields; }
        }

        public bool Has(string name)
        {
            return fields.Has(name);
        }

        public object Get(string name)
        {
            return fields.Get(name);
        }

        public bool DryRun
        {
            get { return Flag("dryRun", false); }
        }

        public string Text(string name)
        {
            var value = OptionalText(name);
            if (value == null) throw Wrong(name, "text", "\"Player\"");
            return value;
        }

        public string OptionalText(string name)
        {
            if (!Has(name)) return null;
            var value = Get(name) as string;
            if (value == null) throw Wrong(name, "text", "\"Player\"");
            return value;
        }

        public bool Flag(string name, bool otherwise)
        {
            return OptionalFlag(name) ?? otherwise;
        }

        public bool? OptionalFlag(string name)
        {
            if (!Has(name)) return null;
            if (!(Get(name) is bool)) throw Wrong(name, "true or false", "true");
            return (bool)Get(name);
        }

        public double Number(string name)
        {
            var number = OptionalNumber(name);
            if (number == null) throw Wrong(name, "a number", "1.5");
            return number.Value;
        }

        public double? OptionalNumber(string name)
        {
            if (!Has(name)) return null;
            var number = NumberIn(Get(name));
            if (number == null) throw Wrong(name, "a finite number", "1.5");
            return number;
        }

        /// <summary>A whole number from min to max.</summary>
        public int Whole(string name, int min, int max, int? otherwise = null)
        {
            if (!Has(name) && otherwise != null) return otherwise.Value;
            var number = NumberIn(Get(name));
            if (number == null || number.Value != System.Math.Floor(number.Value) || number.Value < min || number.Value > max)
                throw Wrong(name, "a whole number from " + min + (max == int.MaxValue ? " on" : " to " + max), min.ToString());
            return (int)number.Value;
        }

        public Vector3 Vector(string name)
        {
            var vector = OptionalVector(name);
            if (vector == null) throw Wrong(name, "a vector", "{\"x\":0,\"y\":1,\"z\":0}");
            return vector.Value;
        }

        public Vector3? OptionalVector(string name)
        {
            if (!Has(name)) return null;
            var value = Get(name) as JsonObject;
            var x = value == null ? null : NumberIn(value.Get("x"));
            var y = value == null ? null : NumberIn(value.Get("y"));
            var z = value == null ? null : NumberIn(value.Get("z"));
            if (x == null || y == null || z == null) throw Wrong(name, "a vector with the numbers x, y and z", "{\"x\":0,\"y\":1,\"z\":0}");
            return new Vector3((float)x.Value, (float)y.Value, (float)z.Value);
        }

        public JsonList List(string name)
        {
            var list = Get(name) as JsonList;
            if (list == null) throw Wrong(name, "a list", "[]");
            return list;
        }

        public IList<string> Texts(string name)
        {
            var texts = new List<string>();
            if (!Has(name)) return texts;
            foreach (var item in List(name))
            {
                if (!(item is string)) throw Wrong(name, "a list of texts", "[\"position\"]");
                texts.Add((string)item);
            }
            return texts;
        }

        /// <summary>The page that `limit` and `offset` ask for, with each item turned into JSON.</summary>
        public JsonObject Page<T>(IList<T> all, System.Func<T, object> toJson)
        {
            var limit = Whole("limit", 0, int.MaxValue, DefaultLimit);
            var offset = Whole("offset", 0, int.MaxValue, 0);
            var items = new JsonList();
            for (var at = offset; at < all.Count && items.Count < limit; at++) items.Add(toJson(all[at]));
            return new JsonObject { { "total", all.Count }, { "items", items } };
        }

        /// <summary>Refuses a wrong limit or offset before the list is made.</summary>
        public void CheckPaging()
        {
            Whole("limit", 0, int.MaxValue, DefaultLimit);
            Whole("offset", 0, int.MaxValue, 0);
        }

        public static double? NumberIn(object value)
        {
            if (value is long) return (long)value;
            if (value is double) return (double)value;
            return null;
        }

        public Refusal Wrong(string name, string wanted, string example)
        {
            var message = Has(name) ? name + " is " + Shown(Get(name)) + " and must be " + wanted : name + " is missing and must be " + wanted;
            return Refusal.Invalid(message, "send " + name + " as in " + name + ": " + example);
        }

        public static string Shown(object value)
        {
            const int MaxShown = 60;
            var text = JsonWriter.Write(value);
            return text.Length > MaxShown ? text.Substring(0, MaxShown) + "…" : text;
        }
    }
}
