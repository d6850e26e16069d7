import { Radio, Group, Textarea, TextInput } from '@mantine/core'

type Common = { label: string; value: string; error?: string | undefined; onChange: (value: string) => void }

/** Fields of a small form that keeps its own texts; a form of several steps takes those of `FormFields`. */
export function Field({
  width,
  numeric = false,
  onChange,
  ...props
}: Common & { placeholder?: string; description?: string; width?: string; numeric?: boolean }) {
  return (
    <TextInput
      {...props}
      w={width}
      maw="100%"
      inputMode={numeric ? 'numeric' : undefined}
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

export function Lines({ onChange, ...props }: Common & { description?: string }) {
  return (
    <Textarea
      {...props}
      rows={8}
      spellCheck={false}
      autoCapitalize="none"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

type ChoiceProps<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

export function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  return (
    <Radio.Group label={label} value={value} onChange={onChange}>
      <Group gap="lg" mt={6}>
        {options.map((option) => (
          <Radio key={option.value} {...option} />
        ))}
      </Group>
    </Radio.Group>
  )
}
