import { type FieldErrors, FormProvider, type Resolver, useForm } from 'react-hook-form'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { type InputField, inputFieldsOf } from './input-fields.ts'
import { TryField } from './TryField.tsx'
import classes from './TryIt.module.css'
import { readTyped, type Typed } from './typed-input.ts'

type Props = {
  endpoint: Endpoint
  /** Why the call is not available. */
  refused: string | undefined
  pending: boolean
  /** Result text for screen readers. */
  said: string
  onSend: (input: Input<Endpoint>) => void
}
type Ready = { input: Input<Endpoint> }

const reasonId = 'why-not-sent'

/** A form generated from the endpoint's input schema. Entered values are kept in this form only. */
export function TryForm({ endpoint, refused, pending, said, onSend }: Props) {
  const fields = inputFieldsOf(endpoint)
  const form = useForm<Typed, unknown, Ready>({
    defaultValues: Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
    resolver: checkedBy(endpoint, fields),
  })
  const general = form.formState.errors.root?.message
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={`Try ${endpoint.id}`}
        onSubmit={(event) => void form.handleSubmit(({ input }) => !pending && onSend(input))(event)}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {fields.length === 0 ? 'No parameters.' : leadOf(fields)}
          </Text>
          {fields.length > 0 && (
            <div className={classes.fields}>
              {fields.map((field) => (
                <TryField key={field.name} field={field} />
              ))}
            </div>
          )}
          {general && <Notice tone="bad" title={general} urgent />}
          <Group gap="md">
            <ActionButton variant="filled" type="submit" loading={pending} reason={refused} reasonId={reasonId}>
              Send
            </ActionButton>
            {refused && (
              <Text size="sm" id={reasonId}>
                {refused}
              </Text>
            )}
            <Text size="sm" component="output">
              {said}
            </Text>
          </Group>
        </Stack>
      </form>
    </FormProvider>
  )
}

const leadOf = (fields: readonly InputField[]) =>
  `Empty fields are not sent.${fields.some(({ required }) => required) ? ' Fields marked * are required.' : ''}`

const checkedBy =
  (endpoint: Endpoint, fields: readonly InputField[]): Resolver<Typed, unknown, Ready> =>
  async (typed) => {
    const read = await readTyped(endpoint, fields, typed)
    if ('input' in read) return { values: read, errors: {} }
    const errors = Object.entries(read.wrong).map(([name, message]) => [
      name || 'root',
      { type: 'value', message: asSentence(message) },
    ])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Typed> }
  }

/** Capitalizes a message, because the field name that precedes it is omitted. */
const asSentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1)
