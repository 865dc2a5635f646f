import { Text, Textarea } from '@mantine/core'
import { type ChangeEvent, type ComponentProps, useId } from 'react'
import { paymentLimits } from '#contract/money/payment.ts'
import { Form, FormButtons, useForm } from '#web/admin/shared/form-dialog.tsx'
import { useTranslation } from '#web/shared/texts.ts'

type PaymentReasonFieldProps = {
  value: string
  hint: string
  error: string | undefined
  onChange: (change: ChangeEvent<HTMLTextAreaElement>) => void
}

/** Asks for the reason of a change of a payment. */
export function PaymentReasonField({ hint, ...field }: PaymentReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('adminPayments.reason')}
      description={hint}
      dir="auto"
      autosize
      minRows={2}
      required
      data-autofocus
      maxLength={paymentLimits.reason}
      {...field}
    />
  )
}

type PaymentChangeFormProps = Pick<ComponentProps<typeof Form>, 'form' | 'children'> & {
  title: string
  text: string
  action: string
  onCancel: () => void
}

/** Shows a form that changes a payment, with a title, an explanation and its buttons. */
export function PaymentChangeFormFrame({
  form,
  title,
  text,
  action,
  onCancel,
  children,
}: PaymentChangeFormProps) {
  const heading = useId()
  return (
    <Form
      form={form}
      labelledBy={heading}
      gap="sm"
      intro={
        <>
          <Text fw={600} id={heading}>
            {title}
          </Text>
          <Text size="sm">{text}</Text>
        </>
      }
    >
      {children}
      <FormButtons form={form} action={action} onClose={onCancel} />
    </Form>
  )
}

/** Returns the error of a reason that is empty. */
export const findMissingReasonProblem = (t: ReturnType<typeof useTranslation>['t'], reason: string) =>
  reason.trim() === '' ? { fields: { reason: t('adminPayments.reasonMissing') } } : undefined

type PaymentReasonFormProps = Pick<PaymentChangeFormProps, 'title' | 'text' | 'action' | 'onCancel'> & {
  /** An example of a reason. */
  hint: string
  send: (reason: string) => Promise<unknown>
}

/**
 * Shows a form that asks for a reason before a payment is changed. It keeps the reason when the server
 * rejects the change.
 */
export function PaymentReasonForm({ send, hint, ...texts }: PaymentReasonFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { reason: '' },
    findProblem: ({ reason }) => findMissingReasonProblem(t, reason),
    send: async ({ reason }) => {
      await send(reason.trim())
    },
    describeFailure: ({ fields, message }) => (fields.reason ? undefined : message),
  })
  return (
    <PaymentChangeFormFrame {...texts} form={form}>
      <PaymentReasonField hint={hint} {...form.getInputProps('reason')} />
    </PaymentChangeFormFrame>
  )
}
