import { Field, type FieldTexts } from './field.tsx'

type Props = Pick<FieldTexts, 'label' | 'error'> & { maxLength?: number }

/** Shows the required field `email` for the address of the visitor. */
export function EmailField(props: Props) {
  return <Field name="email" type="email" dir="ltr" autoComplete="email" required {...props} />
}
