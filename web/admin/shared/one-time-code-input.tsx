import { TextInput, type TextInputProps } from '@mantine/core'

/** Shows the input `code` for the code of an authenticator app. */
export function OneTimeCodeInput(props: TextInputProps) {
  return <TextInput name="code" dir="ltr" inputMode="numeric" autoComplete="one-time-code" {...props} />
}
