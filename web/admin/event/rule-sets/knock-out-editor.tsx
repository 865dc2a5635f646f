import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import {
  type KnockOutRules,
  type MatchRules,
  matchLimits,
} from '#contract/event/matches/match-rules.schema.ts'
import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import {
  listDefaultFirstRoundPairs,
  pairingMethods,
  parsePairSideOrKeepText,
  toKnockOutWithEnteringBestCount,
  toKnockOutWithPairingMethod,
} from './edit-match-rules.ts'
import { getKeyAfterLabelChange, moveItem } from './edit-rule-set.ts'
import {
  AddItemButton,
  MoveAndRemoveButtons,
  RemoveItemButton,
  RuleSetFieldset,
  RuleSetKeyInput,
} from './rule-set-inputs.tsx'
import styles from './rule-sets.module.css'

type PartProps = {
  knockOut: KnockOutRules
  groupCount: number
  /** Returns the error of a part of the knock-out, such as `pairs.0.1`. */
  findError: (path: string) => string | undefined
  onChange: (knockOut: KnockOutRules) => void
}

/** Shows the table of the first round: two sides in each row. */
function PairTable({ knockOut, groupCount, findError, onChange }: PartProps) {
  const { t, tAttribute } = useTranslation()
  const pairs = knockOut.pairs ?? []
  const setPairs = (next: typeof pairs) => onChange({ ...knockOut, pairs: next })
  const findSlotError = (path: string, slot: string | null) => {
    const error = findError(path)
    const isSlot = slot === null || /^(?:[A-Z]|best|seed)[1-9]\d?$/.test(slot)
    return error && !isSlot
      ? t('adminMatchRules.badSlot', { example: groupCount > 0 ? 'A1' : 'seed1' })
      : error
  }
  return (
    <RuleSetFieldset
      legend={t('adminMatchRules.pairs')}
      hint={t(groupCount > 0 ? 'adminMatchRules.pairsHint' : 'adminMatchRules.seedPairsHint')}
      error={findError('pairs')}
    >
      {[...pairs.entries()].map(([at, pair]) => (
        <Group key={at} wrap="nowrap" align="flex-start" gap="xs">
          <Text className={styles.pairNumber}>{at + 1}</Text>
          {([0, 1] as const).map((side) => (
            <TextInput
              key={side}
              className={styles.pairSide}
              aria-label={tAttribute('adminMatchRules.pairSide', { number: at + 1, side: side + 1 })}
              value={pair[side] ?? ''}
              placeholder="–"
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              error={findSlotError(`pairs.${at}.${side}`, pair[side])}
              onChange={(event) =>
                setPairs(
                  pairs.with(
                    at,
                    pair.with(side, parsePairSideOrKeepText(event.currentTarget.value)) as typeof pair,
                  ),
                )
              }
            />
          ))}
          <RemoveItemButton
            name={t('adminMatchRules.pair', { number: at + 1 })}
            disabled={pairs.length === 1}
            onClick={() => setPairs(pairs.toSpliced(at, 1))}
          />
        </Group>
      ))}
      <Group>
        {pairs.length < matchLimits.pairs ? (
          <AddItemButton
            label={t('adminMatchRules.addPair')}
            onClick={() => setPairs([...pairs, [null, null]])}
          />
        ) : null}
        {groupCount > 0 ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => setPairs(listDefaultFirstRoundPairs(knockOut, groupCount))}
          >
            {t('adminMatchRules.fillPairs')}
          </Button>
        ) : null}
      </Group>
    </RuleSetFieldset>
  )
}

/**
 * Shows what only files and the API can set: who meets in later rounds, and how combinations of groups order
 * the best further sides.
 */
function ImportedKnockOutParts({ knockOut, findError, onChange }: Omit<PartProps, 'groupCount'>) {
  const { t } = useTranslation()
  const { next, combinations, ...others } = knockOut
  const findAnyError = (part: 'next' | 'combinations', count: number) =>
    [
      part,
      ...Array.from({ length: count }, (_, at) => [
        `${part}.${at}`,
        `${part}.${at}.from`,
        `${part}.${at}.order`,
      ]).flat(),
    ]
      .map(findError)
      .find(Boolean)
  const parts = [
    ...(next
      ? [
          {
            name: 'next' as const,
            error: findAnyError('next', next.length),
            rows: next.map((pairings, at) => ({
              name: t('adminMatchRules.nextRound', { number: at + 2 }),
              text: pairings.map(([one, other]) => t('adminMatchRules.nextPair', { one, other })).join(' · '),
            })),
            remove: () => onChange({ ...others, ...(combinations ? { combinations } : {}) }),
            removeLabel: t('adminMatchRules.removeNext'),
          },
        ]
      : []),
    ...(combinations
      ? [
          {
            name: 'combinations' as const,
            error: findAnyError('combinations', combinations.length),
            rows: combinations.map(({ from, order }) => ({
              name: '',
              text: t('adminMatchRules.combination', {
                from,
                order,
              }),
            })),
            remove: () => onChange({ ...others, ...(next ? { next } : {}) }),
            removeLabel: t('adminMatchRules.removeCombinations'),
          },
        ]
      : []),
  ]
  return parts.map(({ name, error, rows, remove, removeLabel }) => (
    <RuleSetFieldset
      key={name}
      legend={t(`adminMatchRules.${name}`)}
      hint={t('adminMatchRules.imported')}
      error={error}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls with the keyboard */}
      <section className={styles.importedRows} tabIndex={0} aria-label={t(`adminMatchRules.${name}`)}>
        {[...rows.entries()].map(([at, row]) => (
          <Text key={at} size="sm">
            {row.name ? `${row.name}: ` : ''}
            {row.text}
          </Text>
        ))}
      </section>
      <Group>
        <Button size="xs" variant="default" onClick={remove}>
          {removeLabel}
        </Button>
      </Group>
    </RuleSetFieldset>
  ))
}

type Props = {
  matches: MatchRules
  /** The position of the knock-out. */
  at: number
  /** Returns the error of a part of the rules of matches, such as `knockOuts.0.places`. */
  findError: (path: string) => string | undefined
  /** The keys of the saved knock-outs. */
  savedKeys: readonly string[]
  onChange: (knockOuts: KnockOutRules[]) => void
}

/**
 * Shows a knock-out: who enters it, how its first round is paired, and what its rounds and ranks are like.
 */
export function KnockOutEditor({ matches, at, findError, savedKeys, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { knockOuts, groups } = matches
  const knockOut = knockOuts[at]
  if (!knockOut) return null
  const groupCount = groups?.count ?? 0
  const error = (path: string) => findError(`knockOuts.${at}.${path}`)
  const replace = (next: KnockOutRules) => onChange(knockOuts.with(at, next))
  const set = (changed: Partial<KnockOutRules>) => replace({ ...knockOut, ...changed })
  const { places, best } = knockOut
  const takenKeys = knockOuts.flatMap(({ key }, other) => (other === at ? [] : [key]))
  const name = knockOut.label[lang] || t('adminMatchRules.knockOut', { number: at + 1 })
  const placeInput = { min: 1, max: matchLimits.places, allowDecimal: false, dir: 'ltr' } as const
  return (
    <Paper withBorder p="sm" component="li">
      <Stack>
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>
            <Bdi>{name}</Bdi>
          </Text>
          <MoveAndRemoveButtons
            name={name}
            index={at}
            count={knockOuts.length}
            onMove={(to) => onChange(moveItem(knockOuts, at, to))}
            onRemove={groups || knockOuts.length > 1 ? () => onChange(knockOuts.toSpliced(at, 1)) : undefined}
          />
        </Group>
        <LocalizedField
          label={t('adminMatchRules.name')}
          value={knockOut.label}
          limit={ruleSetLimits.label}
          required
          errors={{ en: error('label.en'), ar: error('label.ar') }}
          onChange={(label) =>
            set({
              label,
              key:
                getKeyAfterLabelChange(knockOut, label.en, takenKeys, savedKeys.includes(knockOut.key)) ||
                knockOut.key,
            })
          }
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {groups && places ? (
            <>
              <NumberInput
                {...placeInput}
                label={t('adminMatchRules.placesFrom')}
                value={places.from}
                error={error('places') ?? error('places.from')}
                onChange={(from) => set({ places: { ...places, from: Number(from) } })}
              />
              <NumberInput
                {...placeInput}
                label={t('adminMatchRules.placesTo')}
                value={places.to}
                error={error('places.to')}
                onChange={(to) => set({ places: { ...places, to: Number(to) } })}
              />
              <NumberInput
                {...placeInput}
                min={0}
                label={t('adminMatchRules.bestCount')}
                description={t('adminMatchRules.bestCountHint')}
                value={best?.count ?? ''}
                error={error('best.count')}
                onChange={(count) => replace(toKnockOutWithEnteringBestCount(knockOut, Number(count)))}
              />
              {best ? (
                <NumberInput
                  {...placeInput}
                  label={t('adminMatchRules.bestPlace')}
                  value={best.place}
                  error={error('best.place')}
                  onChange={(place) => set({ best: { ...best, place: Number(place) } })}
                />
              ) : null}
            </>
          ) : null}
          <ChoiceSelect
            label={t('adminMatchRules.pairing')}
            value={knockOut.pairs ? 'table' : knockOut.draw}
            choices={pairingMethods}
            toLabel={(method) => t(`adminMatchRules.pairings.${method}`)}
            onChange={(method) => replace(toKnockOutWithPairingMethod(knockOut, method, groupCount))}
          />
          <ChoiceSelect
            label={t('adminMatchRules.bestOf')}
            value={knockOut.bestOf}
            choices={[1, 3]}
            toLabel={(bestOf) => t(`adminMatchRules.bestOf${bestOf}`)}
            onChange={(bestOf) => set({ bestOf })}
          />
          <ChoiceSelect
            label={t('adminMatchRules.losers')}
            value={knockOut.losers}
            choices={['share', 'standing']}
            toLabel={(losers) => t(`adminMatchRules.loserRanks.${losers}`)}
            onChange={(losers) => set({ losers })}
          />
          <RuleSetKeyInput
            label={t('adminMatchRules.key')}
            value={knockOut.key}
            error={error('key')}
            onChange={(key) => set({ key })}
          />
        </SimpleGrid>
        <Checkbox
          label={t('adminMatchRules.thirdPlace')}
          checked={knockOut.thirdPlace}
          onChange={(event) => set({ thirdPlace: event.currentTarget.checked })}
        />
        {knockOut.pairs ? (
          <PairTable knockOut={knockOut} groupCount={groupCount} findError={error} onChange={replace} />
        ) : null}
        <ImportedKnockOutParts knockOut={knockOut} findError={error} onChange={replace} />
      </Stack>
    </Paper>
  )
}
