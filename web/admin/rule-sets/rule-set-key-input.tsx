import { TextInput, type TextInputProps } from '@mantine/core'
import { ruleSetLimits } from '#contract/rule-set.ts'

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
