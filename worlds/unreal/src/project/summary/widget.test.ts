import { describe, expect, it } from 'vitest';
import { described, ref } from './testing/written-asset.js';

describe('the summary of a widget Blueprint', () => {
  it('has the tree of widgets with texts, bindings and animations', async () => {
    const { summary } = await described([
      {
        class: 'WidgetBlueprint',
        values: {
          WidgetTree: ref(1),
          Bindings: [{ ObjectName: 'Score', PropertyName: 'Text', FunctionName: 'GetScore' }],
          Animations: [ref(7)],
        },
      },
      { class: 'WidgetTree', values: { RootWidget: ref(2) } },
      { class: 'CanvasPanel', name: 'Root', inside: 1, values: { Slots: [ref(3), ref(5)] } },
      { class: 'CanvasPanelSlot', inside: 2, values: { Content: ref(4) } },
      {
        class: 'TextBlock',
        name: 'Score',
        inside: 1,
        values: { Text: { text: 'Score' }, bIsVariable: true },
      },
      { class: 'CanvasPanelSlot', inside: 2, values: { Content: ref(6) } },
      {
        class: 'WBP_Bar_C',
        name: 'Health',
        inside: 1,
        values: { Visibility: 'ESlateVisibility::Collapsed' },
      },
      { class: 'WidgetAnimation', values: { DisplayLabel: 'FadeIn' } },
    ]);
    expect(summary).toEqual([
      'CanvasPanel Root',
      '  TextBlock Score: "Score", variable, Text bound to GetScore',
      '  WBP_Bar Health: Collapsed',
      'animation FadeIn',
    ]);
  });

  it('says that it has no widgets, beside the outline of the Blueprint', async () => {
    const detail = await described([{ class: 'WidgetBlueprint' }]);
    expect(detail).toMatchObject({ summary: ['no widgets'], blueprint: { variables: [] } });
  });
});
