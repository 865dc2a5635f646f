import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { ruleSetLimits } from '#contract/rule-set.ts'

/** Shows the button that adds an item at the end of a list of the rule set. */
export function AddItemButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}

type Props = Omit<TextInputProps, 'onChange'> & { onChange: (key: string) => void }

/** Shows the input of a key in a rule set: the name by which the API and files refer to a group, field or option. */
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
