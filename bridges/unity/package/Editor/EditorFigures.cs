using System.Collections.Generic;
using UnityEditor;

namespace Worldwire.Editor
{
    /// <summary>Draw calls and triangles of the game view, which the editor counts in every version.</summary>
    internal static class EditorFigures
    {
        public static KeyValuePair<long, long> Read()
        {
            return new KeyValuePair<long, long>(UnityStats.drawCalls, UnityStats.triangles);
        }
    }
}
