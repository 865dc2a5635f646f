import {
  ActionIcon,
  type ActionIconProps,
  Button,
  Group,
  Paper,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RoundGroup } from '#contract/event/scoring/rule-set.schema.ts'
import {
  panelCombinations,
  type RankingOrder,
  rankingOrders,
  ruleSetLimits,
} from '#contract/event/scoring/rule-set.ts'
import { parseDecimalToThousandths, parseDurationMs } from '#contract/platform/numbers.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { formatAttemptTime } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '#web/shared/ui/icons.ts'
import { moveItem, toGroupWithPanelCombination } from './edit-rule-set.ts'
import styles from './rule-sets.module.css'

type RemoveButtonProps = Pick<ActionIconProps, 'mt' | 'disabled'> & {
  /** The name of the item, such as 'Limit 2'. */
  name: string
  onClick?: (() => void) | undefined
}

/** Shows the button that removes an item of a list of the rule set. */
export function RemoveItemButton({ name, ...props }: RemoveButtonProps) {
  const { tAttribute } = useTranslation()
  return (
    <ActionIcon
      {...props}
      variant="subtle"
      size="lg"
      color="red"
      aria-label={tAttribute('adminRuleSets.removeItem', { name })}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  )
}

type ItemButtonsProps = {
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  /** Without it, the item cannot be removed. */
  onRemove?: (() => void) | undefined
  /** False hides the button that removes the item. */
  isRemovable?: boolean
}

/**
 * Shows buttons that move an item of a list up and down, or remove it. After a move, the focus stays on the
 * button of the moved item.
 */
export function MoveAndRemoveButtons({
  name,
  index,
  count,
  onMove,
  onRemove,
  isRemovable = true,
}: ItemButtonsProps) {
  const { tAttribute } = useTranslation()
  const buttons = useRef<HTMLDivElement>(null)
  const moved = useRef<{ to: number; direction: 'up' | 'down' }>(undefined)
  useEffect(() => {
    const move = moved.current
    if (!move) return
    moved.current = undefined
    // items have no identity of their own: the row at the new position shows the moved one
    const rows = buttons.current?.closest('[data-items]')?.querySelectorAll(':scope > * [data-item-buttons]')
    const row = rows?.[move.to]
    const button = row?.querySelector<HTMLElement>(`[data-move="${move.direction}"]:not(:disabled)`)
    ;(button ?? row?.querySelector<HTMLElement>('[data-move]:not(:disabled)'))?.focus()
  })
  const move = (to: number) => {
    moved.current = { to, direction: to < index ? 'up' : 'down' }
    onMove(to)
  }
  return (
    <Group ref={buttons} gap={4} wrap="nowrap" data-item-buttons>
      <ActionIcon
        variant="subtle"
        size="lg"
        data-move="up"
        aria-label={tAttribute('adminRuleSets.moveUp', { name })}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        data-move="down"
        aria-label={tAttribute('adminRuleSets.moveDown', { name })}
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      {isRemovable ? <RemoveItemButton name={name} disabled={!onRemove} onClick={onRemove} /> : null}
    </Group>
  )
}

type OrderedItemListProps<Item> = {
  items: readonly Item[]
  /** Returns the name of an item, such as 'Value 1'. `number` is its position, from 1. */
  getName: (number: number) => string
  /** How many items must remain: the buttons that remove one are disabled then. */
  minCount: number
  onChange: (items: Item[]) => void
  renderItem: (item: Item, index: number, replace: (item: Item) => void) => ReactNode
}

/** Shows items whose order counts, each in a card with buttons that move and remove it. */
export function OrderedItemList<Item>({
  items,
  getName,
  minCount,
  onChange,
  renderItem,
}: OrderedItemListProps<Item>) {
  return (
    <Stack component="ol" gap="xs" data-items className={styles.list}>
      {[...items.entries()].map(([index, item]) => {
        const name = getName(index + 1)
        return (
          <Paper key={index} component="li" withBorder p="sm">
            <Group justify="space-between" wrap="nowrap">
              <Text fw={600}>{name}</Text>
              <MoveAndRemoveButtons
                name={name}
                index={index}
                count={items.length}
                onMove={(to) => onChange(moveItem(items, index, to))}
                onRemove={items.length > minCount ? () => onChange(items.toSpliced(index, 1)) : undefined}
              />
            </Group>
            <div className={styles.rankingValues}>
              {renderItem(item, index, (next) => onChange(items.with(index, next)))}
            </div>
          </Paper>
        )
      })}
    </Stack>
  )
}

/** Shows the button that adds an item at the end of a list of the rule set. */
export function AddItemButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}

type FieldsetProps = {
  legend: string
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** Shows a part of the rule set with its title, a hint and an error of the whole part. */
export function RuleSetFieldset({ legend, hint, error, children }: FieldsetProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <Stack gap="xs">
        {hint ? (
          <Text size="sm" className={styles.quiet}>
            {hint}
          </Text>
        ) : null}
        {error ? (
          <Text c="var(--error)" size="sm" role="alert">
            {error}
          </Text>
        ) : null}
        {children}
      </Stack>
    </fieldset>
  )
}

type Props = Omit<TextInputProps, 'onChange'> & { onChange: (key: string) => void }

/**
 * Shows the input of a key in a rule set: the name by which the API and files refer to a group, field or
 * option.
 */
export function RuleSetKeyInput({ onChange, ...props }: Props) {
  return (
    <TextInput
      {...props}
      maxLength={ruleSetLimits.key}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type NumberInputProps<T> = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: T
  /** NaN is a text that is no number. */
  onChange: (value: T) => void
}

const useNumberText = <T extends number | null>(
  value: T,
  parse: (text: string) => T,
  format: (value: number) => string,
  onChange: (value: T) => void,
) => {
  const [text, setText] = useState('')
  // the value changes from outside when a template is chosen or an item is moved
  const shown = Object.is(parse(text), value)
    ? text
    : value === null || Number.isNaN(value)
      ? ''
      : format(value)
  return {
    value: shown,
    onChange: (event: { currentTarget: { value: string } }) => {
      setText(event.currentTarget.value)
      onChange(parse(event.currentTarget.value))
    },
  }
}

const toNumber = (text: string): number => (parseDecimalToThousandths(text) ?? Number.NaN) / 1000
const toMilliseconds = (text: string): number => parseDurationMs(text) ?? Number.NaN
const orNull = (parse: (text: string) => number) => (text: string) =>
  text.trim() === '' ? null : parse(text)

/** Shows an input of a number with at most three decimals; digits may be Arabic. */
export function DecimalInput({ value, onChange, ...props }: NumberInputProps<number>) {
  const text = useNumberText(value, toNumber, String, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

/** Shows an input of a number that can be empty (null). */
export function OptionalDecimalInput({ value, onChange, ...props }: NumberInputProps<number | null>) {
  const text = useNumberText(value, orNull(toNumber), String, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

/** Shows an input of milliseconds, as seconds or as minutes and seconds. */
export function DurationInput({ value, onChange, ...props }: NumberInputProps<number>) {
  const text = useNumberText(value, toMilliseconds, formatAttemptTime, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

/** Shows an input of milliseconds that can be negative. */
export function SignedDurationInput({ value, onChange, ...props }: NumberInputProps<number>) {
  const parse = (input: string) => {
    const digits = input.trim().replace(/^[-\u2212\u2013]/, '')
    const milliseconds = toMilliseconds(digits)
    return digits === input.trim() || milliseconds === 0 ? milliseconds : -milliseconds
  }
  const text = useNumberText(value, parse, formatAttemptTime, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

/** Shows an input of a duration that can be empty (null). */
export function OptionalDurationInput({ value, onChange, ...props }: NumberInputProps<number | null>) {
  const text = useNumberText(value, orNull(toMilliseconds), formatAttemptTime, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

type RankingOrderProps = {
  value: RankingOrder
  disabled?: boolean
  onChange: (order: RankingOrder) => void
}

/** Chooses whether the higher or the lower value ranks first. */
export function RankingOrderSelect(props: RankingOrderProps) {
  const { t } = useTranslation()
  return (
    <ChoiceSelect
      {...props}
      label={t('adminRuleSets.rankingOrder')}
      choices={rankingOrders}
      toLabel={(order) => t(`adminRuleSets.orders.${order}`)}
    />
  )
}

type PanelInputsProps = {
  group: RoundGroup
  error: (key: 'judges' | 'combine') => string | undefined
  onChange: (group: RoundGroup) => void
}

/**
 * Chooses whether each round of a group is a run or is judged by a panel, how many judges the panel has, and
 * how their sheets give one result.
 */
export function JudgePanelInputs({ group, error, onChange }: PanelInputsProps) {
  const { t } = useTranslation()
  const { panel } = group
  return (
    <>
      <ChoiceSelect
        label={t('adminRuleSets.panel')}
        value={panel?.combine ?? 'none'}
        choices={['none', ...panelCombinations]}
        toLabel={(combination) => t(`adminRuleSets.panels.${combination}`)}
        error={error('combine')}
        onChange={(combination) => onChange(toGroupWithPanelCombination(group, combination))}
      />
      {panel ? (
        <DecimalInput
          label={t('adminRuleSets.panelJudges')}
          description={t('adminRuleSets.panelJudgesHint')}
          value={panel.judges}
          error={error('judges')}
          onChange={(judges) => onChange({ ...group, panel: { ...panel, judges } })}
        />
      ) : null}
    </>
  )
}
