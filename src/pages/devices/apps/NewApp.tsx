import { useState } from 'react'
import { useNavigate } from 'react-router'
import { change } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { refusedField } from '#components/actions/named-field.ts'
import { mayBeDone } from '#contract/http/may-be-done.ts'
import { createApp, enterpriseApp } from '#contract/mdm/apps.ts'
import { platformNumbers, appType } from '#contract/mdm/status.ts'
import { iconBytes, isArchive, roughSize } from '#contract/mdm/upload.ts'
import { DescriptionField } from '#pages/devices/DescriptionField.tsx'
import { ImageField } from '#pages/devices/upload/ImageField.tsx'
import { NotWhatIsNeeded } from '#pages/devices/upload/NotWhatIsNeeded.tsx'
import { UploadProgress } from '#pages/devices/upload/UploadProgress.tsx'
import { useMaxUploadBytes, useUpload } from '#pages/devices/upload/use-upload.ts'
import { paths } from '#paths.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { FileField } from '#ui/form/FileField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { type AppFiles, appForm } from './app-form.ts'

const optionsOf = (legend: Readonly<Record<number, string>>) =>
  Object.entries(legend).map(([value, label]) => ({ value, label }))

/** Adds a store app, or an enterprise app with its package. */
export function NewApp({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [isEnterprise, setEnterprise] = useState(false)
  const [files, setFiles] = useState<AppFiles>({})
  const maxBytes = useMaxUploadBytes()
  const { upload, cancel, forget, sending } = useUpload()
  /** The error code distinguishes images from packages. */
  const fileFor = (code: string) => (isEnterprise && code !== 'PAY0001' ? 'app_file' : 'icon_file')
  const choose = (chosen: AppFiles) => setFiles((others) => ({ ...others, ...chosen }))
  return (
    <FormDialog
      title="New app"
      action="Add app"
      schema={appForm(isEnterprise, files, maxBytes)}
      send={async ({ package: file, ...app }) => {
        const { app_id } = await change(createApp, {
          ...app,
          ...(file && { app_file: await upload(file, 'app_file') }),
        }).catch((error: unknown) => {
          const problem = problemOf(error)
          if (refusedField(problem, fileFor) === 'app_file' || mayBeDone(problem)) forget()
          throw error
        })
        if (app_id) await navigate(paths.app(app_id))
      }}
      fileFor={fileFor}
      onClose={onClose}
    >
      <SelectField
        name="app_type"
        label="Kind"
        options={optionsOf(appType)}
        onChange={({ currentTarget }) => setEnterprise(currentTarget.value === String(enterpriseApp))}
      />
      {isEnterprise && (
        <PackageField chosen={files.app_file} onChosen={(app_file) => choose({ app_file })} maxBytes={maxBytes} />
      )}
      <Facts />
      {!isEnterprise && <StoreFields />}
      <ImageField
        label="Choose an icon"
        name="icon_file"
        chosen={files.icon_file}
        onChosen={(icon_file) => choose({ icon_file })}
        maxBytes={iconBytes}
        optional
      />
      {sending && <UploadProgress sending={sending} onCancel={cancel} />}
    </FormDialog>
  )
}

type Package = {
  chosen: File | undefined
  onChosen: (chosen: File) => void
  maxBytes: number
}

function PackageField({ chosen, onChosen, maxBytes }: Package) {
  const [other, setOther] = useState<File>()
  const choose = async (file: File) => {
    onChosen(file)
    if (!isArchive(await file.slice(0, 4).bytes())) setOther(file)
  }
  return (
    <Stack gap="xs">
      <FileField
        label="Choose the package"
        name="app_file"
        file={chosen}
        onFile={(file) => void choose(file)}
        accept=".apk,.aab,.ipa,.appx,.msix,.zip"
        description={`A ZIP archive, such as .apk or .ipa, at most ${roughSize(maxBytes)}.`}
      />
      {chosen && chosen === other && <NotWhatIsNeeded needed="a ZIP archive" />}
    </Stack>
  )
}

const Facts = () => (
  <>
    <TextField name="app_name" label="Name" maxLength={200} autoFocus />
    <SelectField name="platform_type" label="Platform" options={optionsOf(platformNumbers)} />
    <TextField
      name="bundle_identifier"
      label="Identifier"
      description="Identifier on the platform, such as com.example.app"
      maxLength={200}
    />
    <TextField name="version" label="Version" description="Optional." maxLength={50} />
    <TextField name="app_category" label="Category" description="Optional." maxLength={100} />
    <DescriptionField />
  </>
)

const StoreFields = () => (
  <>
    <TextField name="store_url" label="Store URL" description="Optional." inputMode="url" maxLength={2000} />
    <CheckboxField name="is_app_paid" label="Paid app" />
  </>
)
