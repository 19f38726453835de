using System;
using System.Collections.Generic;
using System.Linq;

namespace Worldwire
{
    /// <summary>Hints for names that do not exist.</summary>
    internal static class NearNames
    {
        private const int MaxNear = 3;
        private const int MaxAll = 10;
        private const int MaxName = 100;
        private const double Like = 0.5;

        /// <summary>A hint with the nearest names, or with all names if they are few.</summary>
        public static string Hint(string wanted, IEnumerable<string> names)
        {
            var known = names.Distinct().ToList();
            var near = known
                .Select(name => new KeyValuePair<string, double>(name, Likeness(wanted, name)))
                .Where(each => each.Value >= Like)
                .OrderByDescending(each => each.Value)
                .Take(MaxNear)
                .Select(each => each.Key)
                .ToArray();
            if (near.Length > 0) return "did you mean " + string.Join(", ", near) + "?";
            if (known.Count > 0 && known.Count <= MaxAll) return "known are " + string.Join(", ", known.ToArray());
            return known.Count > 0 ? "there are " + known.Count + "; list them to see their names" : "there are none";
        }

        /// <summary>From 0 to 1, and more if one name contains the other.</summary>
        private static double Likeness(string wanted, string name)
        {
            if (wanted.Length == 0 || wanted.Length > MaxName || name.Length > MaxName * 2) return 0;
            var one = wanted.ToLowerInvariant();
            var other = name.ToLowerInvariant();
            var likeness = 1 - (double)Distance(one, other) / Math.Max(one.Length, other.Length);
            return one.Length > 2 && other.Contains(one) ? likeness + 1 : likeness;
        }

        /// <summary>Insertions, deletions and replacements between two texts.</summary>
        private static int Distance(string one, string other)
        {
            var row = new int[other.Length + 1];
            for (var column = 0; column <= other.Length; column++) row[column] = column;
            for (var line = 1; line <= one.Length; line++)
            {
                var diagonal = row[0];
                row[0] = line;
                for (var column = 1; column <= other.Length; column++)
                {
                    var replaced = diagonal + (one[line - 1] == other[column - 1] ? 0 : 1);
                    diagonal = row[column];
                    row[column] = Math.Min(replaced, Math.Min(row[column], row[column - 1]) + 1);
                }
            }
            return row[other.Length];
        }
    }
}
