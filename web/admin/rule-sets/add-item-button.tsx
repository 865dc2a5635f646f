import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

/** Shows the button that adds an item at the end of a list of the rule set. */
export function AddItemButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
