import { Alert } from '@mantine/core'

/** Shows why an action failed, and announces it to screen readers. Renders nothing without a message. */
export function ErrorAlert({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <Alert color="red" role="alert">
      {message}
    </Alert>
  )
}
