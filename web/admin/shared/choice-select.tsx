import { Select, type SelectProps } from '@mantine/core'

type Props<Value extends string | number> = Omit<
  SelectProps<Value>,
  'data' | 'value' | 'onChange' | 'allowDeselect'
> & {
  choices: readonly Value[]
  toLabel: (choice: Value) => string
  /** Null until something is chosen. */
  value: Value | null
  onChange: (choice: Value) => void
}

/** Shows a select of one of the choices, which cannot be emptied again. */
export function ChoiceSelect<Value extends string | number>({
  choices,
  toLabel,
  onChange,
  ...props
}: Props<Value>) {
  return (
    <Select<Value>
      {...props}
      allowDeselect={false}
      data={choices.map((value) => ({ value, label: toLabel(value) }))}
      onChange={(choice) => choice !== null && onChange(choice)}
    />
  )
}
