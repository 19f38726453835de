using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using UnityEditor;
using UnityEngine;

namespace Worldwire.Editor
{
    /// <summary>
    /// The ids of objects over a reload of the scripts. Objects of saved scenes are found again by their GlobalObjectId; ids of all others are
    /// reported as destroyed, so that none names another object.
    /// </summary>
    internal sealed class KeptIds
    {
        private const string Key = "Worldwire.Ids";
        private const int MaxKept = 10000;
        private readonly List<KeyValuePair<long, string>> known = new List<KeyValuePair<long, string>>();
        private long given;

        public string Instance { get; private set; }

        public long FirstId { get; private set; }

        public static void Write(BridgeHost host)
        {
            var text = new StringBuilder();
            text.Append(host.Instance).Append('\n').Append(host.Ids.FirstId).Append('\n').Append(host.Ids.Given);
            foreach (var each in host.Ids.Known.Where(each => each.Key != null).Take(MaxKept))
                text.Append('\n').Append(each.Value.ToString(CultureInfo.InvariantCulture)).Append(' ').Append(GlobalObjectId.GetGlobalObjectIdSlow(each.Key));
            SessionState.SetString(Key, text.ToString());
        }

        /// <summary>Empty at the start of the editor.</summary>
        public static KeptIds Read()
        {
            var kept = new KeptIds();
            var lines = SessionState.GetString(Key, "").Split('\n');
            if (lines.Length < 3) return kept;
            kept.Instance = lines[0];
            kept.FirstId = long.Parse(lines[1], CultureInfo.InvariantCulture);
            kept.given = long.Parse(lines[2], CultureInfo.InvariantCulture);
            foreach (var line in lines.Skip(3))
            {
                var space = line.IndexOf(' ');
                kept.known.Add(new KeyValuePair<long, string>(long.Parse(line.Substring(0, space), CultureInfo.InvariantCulture), line.Substring(space + 1)));
            }
            return kept;
        }

        public void Restore(BridgeHost host)
        {
            host.Ids.RestoreGiven(given);
            var gone = new JsonList();
            foreach (var each in known)
            {
                GlobalObjectId id;
                var found = GlobalObjectId.TryParse(each.Value, out id) ? GlobalObjectId.GlobalObjectIdentifierToObjectSlow(id) as GameObject : null;
                if (found != null) host.Ids.Restore(found, each.Key);
                else gone.Add("obj:" + each.Key.ToString(CultureInfo.InvariantCulture));
            }
            if (gone.Count == 0) return;
            Action tell = null;
            tell = () =>
            {
                host.Linked -= tell;
                host.Tell(new JsonObject { { "kind", "destroyed" }, { "ids", gone } });
            };
            host.Linked += tell;
        }
    }
}
