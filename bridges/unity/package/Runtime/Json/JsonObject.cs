using System.Collections.Generic;

namespace Worldwire
{
    /// <summary>
    /// An object of JSON. Values are null, bool, string, long, double, float, JsonObject and JsonList; the writer also takes other numbers.
    /// </summary>
    public sealed class JsonObject : Dictionary<string, object>
    {
        public object Get(string name)
        {
            object value;
            return TryGetValue(name, out value) ? value : null;
        }

        public bool Has(string name)
        {
            return ContainsKey(name);
        }

        /// <summary>Sets a field, unless the value is null.</summary>
        public JsonObject With(string name, object value)
        {
            if (value != null) this[name] = value;
            return this;
        }
    }

    /// <summary>A list of JSON.</summary>
    public sealed class JsonList : List<object>
    {
        public JsonList()
        {
        }

        public JsonList(IEnumerable<object> items) : base(items)
        {
        }

        public static JsonList Of<T>(IEnumerable<T> items)
        {
            var list = new JsonList();
            foreach (var item in items) list.Add(item);
            return list;
        }
    }
}
