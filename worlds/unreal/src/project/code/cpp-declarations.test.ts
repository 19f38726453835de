import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../work/time-slice.js';
import { declarationsIn } from './cpp-declarations.js';
import { cppText } from './cpp-text.js';
import { LineNumbers } from './line-numbers.js';

const slice = new TimeSlice(new AbortController().signal);

async function declared(text: string) {
  const { code } = await cppText(text, slice);
  return declarationsIn(code, text, await LineNumbers.of(text, slice), slice);
}

const HEADER = `#pragma once
#include "Door.generated.h"
// UCLASS() class ANotThis : public AActor {};
/* A comment of
   UFUNCTION() void Nor(); */
class UHinge;

UENUM(BlueprintType)
enum class EDoorState : uint8 { Open, Closed };

USTRUCT(BlueprintType)
struct HARBOUR_API FDoorFacts : public FTableRowBase
{
	GENERATED_BODY()
	UPROPERTY(EditAnywhere) TMap<FName, float> Weights;
};

UINTERFACE(MinimalAPI)
class UOpenable : public UInterface { GENERATED_BODY() };

class HARBOUR_API IOpenable
{
	GENERATED_BODY()
public:
	UFUNCTION(BlueprintNativeEvent)
	void Open(AActor* Who);
};

UCLASS(Abstract, meta = (DisplayName = "Door (old)"))
class HARBOUR_API ADoor final : public AActor, public IOpenable
{
	GENERATED_BODY()

	struct FInner { int A; };

	/** Its angle; { is no brace. */
	UPROPERTY(EditDefaultsOnly, Category = "Door|Angle", meta = (ClampMin = "0)"))
	float OpenAngle = 90.f;

	UPROPERTY(VisibleAnywhere)
	TObjectPtr<UHinge> Hinges[2];

	UPROPERTY()
	uint8 bLocked : 1;

public:
	UFUNCTION(BlueprintCallable, Category = "Door")
	virtual bool TryOpen(
		AActor* Who, float Speed = 1.f) const;

	UFUNCTION(BlueprintPure)
	static FORCEINLINE int32 Count() { return 3; }
};
`;

describe('declarations in C++', () => {
  it('are types with bases, and members with owner, signature and specifiers', async () => {
    expect(
      (await declared(HEADER)).map(({ kind, name, base, interfaces, owner, signature }) =>
        [kind, name, base ?? owner, interfaces, signature].filter(each => each !== undefined),
      ),
    ).toEqual([
      ['enum', 'EDoorState'],
      ['struct', 'FDoorFacts', 'FTableRowBase'],
      ['property', 'Weights', 'FDoorFacts', 'TMap<FName, float> Weights'],
      ['interface', 'UOpenable', 'UInterface'],
      ['function', 'Open', 'IOpenable', 'void Open(AActor* Who)'],
      ['class', 'ADoor', 'AActor', ['IOpenable']],
      ['property', 'OpenAngle', 'ADoor', 'float OpenAngle'],
      ['property', 'Hinges', 'ADoor', 'TObjectPtr<UHinge> Hinges[2]'],
      ['property', 'bLocked', 'ADoor', 'uint8 bLocked : 1'],
      ['function', 'TryOpen', 'ADoor', 'bool TryOpen(AActor* Who, float Speed = 1.f) const'],
      ['function', 'Count', 'ADoor', 'static int32 Count()'],
    ]);
    const byName = new Map((await declared(HEADER)).map(each => [each.name, each]));
    expect(byName.get('ADoor')).toMatchObject({
      line: 30,
      specifiers: 'Abstract, meta = (DisplayName = "Door (old)")',
    });
    expect(byName.get('OpenAngle')).toMatchObject({ line: 38 });
    expect(byName.get('TryOpen')).toMatchObject({ line: 48 });
  });

  it('have names behind macros and attributes', async () => {
    const text = `
      UCLASS() class UE_DEPRECATED(5.1, "${'Use ANew (5.1). '.repeat(30)}") HARBOUR_API AOld : public UE::Game::ABase, public ::IOpenable
      {
        UPROPERTY(EditAnywhere);
        float Width;
        UFUNCTION()
        UE_DEPRECATED(5.1, "")
        void Shut();
        UFUNCTION() static UPARAM(DisplayName = "Success", meta = (A)) bool Load(UPARAM(ref) int32& Count);
        UFUNCTION() [[nodiscard]] int32 Find();
      };
      UENUM() enum class UE_DEPRECATED(5.1, "") EOld : uint8 {};`;
    expect(
      (await declared(text)).map(({ name, line, base, interfaces, signature }) => [
        name,
        line,
        base ?? signature,
        interfaces,
      ]),
    ).toEqual([
      ['AOld', 2, 'ABase', ['IOpenable']],
      ['Width', 5, 'float Width', undefined],
      ['Shut', 8, 'void Shut()', undefined],
      ['Load', 9, 'static bool Load(int32& Count)', undefined],
      ['Find', 10, 'int32 Find()', undefined],
      ['EOld', 12, undefined, undefined],
    ]);
  });

  it('are not those of the next macro', async () => {
    const text = 'UCLASS() class AOne; UCLASS() class ATwo {}; UPROPERTY() int UPROPERTY() float Width;';
    expect((await declared(text)).map(({ name }) => name)).toEqual(['ATwo', 'Width']);
  });

  it.each<[string, readonly string[]]>([
    ['UCLASS(', []],
    ['UCLASS()', []],
    ['UFUNCTION() void', []],
    ['UPROPERTY() ;', []],
    ['UENUM() enum', []],
    ['UCLASS() class A : {', ['A']],
    ['}}}}UCLASS()class A{', ['A']],
    ['UCLASS( class A {}; UCLASS() class B {};', ['B']],
    ['UCLASS() int C; class A {};', []],
  ])('are skipped where the code is damaged: %s', async (text, names) =>
    expect((await declared(text)).map(({ name }) => name)).toEqual(names),
  );
});

describe('texts in C++', () => {
  it('have their offsets, also in directives, but not in comments and includes', async () => {
    const text = `#include "A.h"\n#define DOOR "/Game/Door"\n// "no"\nauto A = TEXT("x\\"y"); char C = '"'; auto B = "z";`;
    expect((await cppText(text, slice)).literals).toEqual([
      { at: text.indexOf('"/Game'), text: '/Game/Door' },
      { at: text.indexOf('"x'), text: 'x\\"y' },
      { at: text.indexOf('"z"'), text: 'z' },
    ]);
  });

  it('do not hide the code behind them', async () => {
    const { code } = await cppText('A("{"); /* } */ B(); R"(})" C();', slice);
    expect(code.replace(/\s+/g, ' ')).toBe('A( ); B(); C();');
    expect(code).toHaveLength('A("{"); /* } */ B(); R"(})" C();'.length);
  });
});
