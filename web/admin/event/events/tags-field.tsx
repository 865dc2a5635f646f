import { ActionIcon, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { eventFields } from '#contract/event/event.fields.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlus, IconTrash } from '#web/shared/ui/icons.ts'

type Props = { value: string[]; onChange: (value: string[]) => void; error?: string | undefined }

/**
 * Shows the tags of an event: a text field with 'Add Tags', and for each tag a field with a delete button. A
 * blank text is not added.
 */
export function TagsField({ value, onChange, error }: Props) {
  const { t, tAttribute } = useTranslation()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const add = () => {
    if (text.trim() === '' || value.length >= eventFields.tags.maxItems) return
    onChange([...value, text.trim()])
    setText('')
    // the button is disabled at the last tag that fits, and the next tag is typed into the same field
    input.current?.focus()
  }
  const remove = (at: number) => {
    onChange(value.toSpliced(at, 1))
    // the focus moves to the button of the next tag; after the last tag there is none
    if (at === value.length - 1) input.current?.focus()
  }
  return (
    <Stack gap="sm">
      <TextInput
        ref={input}
        label={t('adminEvents.tag')}
        description={t('adminEvents.tagHint')}
        dir="auto"
        maxLength={eventFields.tags.maxLength}
        value={text}
        error={error}
        inputContainer={(field) => (
          <Group>
            <Box flex="1 1 14rem">{field}</Box>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              disabled={value.length >= eventFields.tags.maxItems}
              onClick={add}
            >
              {t('adminEvents.addTags')}
            </Button>
          </Group>
        )}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter adds the tag instead of saving the event
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          add()
        }}
      />
      {value.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('adminEvents.noTags')}
        </Text>
      ) : null}
      {value.map((tag, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two tags may be the same while one is typed
        <Group key={i} wrap="nowrap" gap="xs">
          <TextInput
            aria-label={tAttribute('adminEvents.tagNumber', { number: i + 1 })}
            dir="auto"
            maxLength={eventFields.tags.maxLength}
            value={tag}
            style={{ flex: 1 }}
            onChange={(event) => onChange(value.with(i, event.currentTarget.value))}
          />
          <ActionIcon
            variant="subtle"
            size={40}
            c="var(--mantine-color-error)"
            aria-label={tAttribute('adminEvents.removeTag', { number: i + 1 })}
            onClick={() => remove(i)}
          >
            <IconTrash size={20} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}
