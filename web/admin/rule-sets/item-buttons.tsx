import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  /** Without it, the item cannot be removed. */
  onRemove?: (() => void) | undefined
  /** False hides the button that removes the item. */
  isRemovable?: boolean
}

/** Shows buttons that move an item of a list up and down, or remove it. After a move, the focus stays on the button of the moved item. */
export function ItemButtons({ name, index, count, onMove, onRemove, isRemovable = true }: Props) {
  const { t } = useTranslation()
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
  const item = { name: `\u2068${name}\u2069` }
  return (
    <Group ref={buttons} gap={4} wrap="nowrap" data-item-buttons>
      <ActionIcon
        variant="subtle"
        size="lg"
        data-move="up"
        aria-label={t('adminRuleSets.moveUp', item)}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        data-move="down"
        aria-label={t('adminRuleSets.moveDown', item)}
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      {isRemovable ? (
        <ActionIcon
          variant="subtle"
          size="lg"
          color="red"
          aria-label={t('adminRuleSets.removeItem', item)}
          disabled={!onRemove}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      ) : null}
    </Group>
  )
}
