import { useState } from 'react'
import { useNavigate } from 'react-router'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { createApp, enterpriseApp } from '#contract/mdm/apps.ts'
import { platformNumbers } from '#contract/mdm/profiles.ts'
import { appType } from '#contract/mdm/status.ts'
import { iconBytes, isArchive, kilobytes, packageBytes } from '#contract/mdm/upload.ts'
import { DescriptionField } from '#pages/devices/DescriptionField.tsx'
import { type Chosen, readFile } from '#pages/devices/upload/chosen-file.ts'
import { ImageField } from '#pages/devices/upload/ImageField.tsx'
import { NotWhatIsNeeded } from '#pages/devices/upload/NotWhatIsNeeded.tsx'
import { paths } from '#paths.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { FileField } from '#ui/form/FileField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { type AppFiles, appForm } from './app-form.ts'

const optionsOf = (legend: Readonly<Record<number, string>>) =>
  Object.entries(legend).map(([value, label]) => ({ value, label }))

/** Adds an app of a store, or an own one with its package. */
export function NewApp({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [isEnterprise, setEnterprise] = useState(false)
  const [files, setFiles] = useState<AppFiles>({})
  const choose = (name: keyof AppFiles) => (chosen: Chosen) => setFiles((others) => ({ ...others, [name]: chosen }))
  return (
    <FormDialog
      title="New app"
      action="Add app"
      schema={appForm(isEnterprise, files)}
      send={async (app) => {
        const { app_id } = await change(createApp, app)
        if (app_id) await navigate(paths.app(app_id))
      }}
      onClose={onClose}
    >
      <SelectField
        name="app_type"
        label="Kind"
        options={optionsOf(appType)}
        onChange={({ currentTarget }) => setEnterprise(currentTarget.value === String(enterpriseApp))}
      />
      {isEnterprise && <PackageField chosen={files.app_file} onChosen={choose('app_file')} />}
      <Facts />
      {!isEnterprise && <StoreFields />}
      <ImageField
        label="Choose an icon"
        name="icon_file"
        chosen={files.icon_file}
        onChosen={choose('icon_file')}
        maxBytes={iconBytes}
        optional
      />
    </FormDialog>
  )
}

type File = { chosen: Chosen | undefined; onChosen: (chosen: Chosen) => void }

function PackageField({ chosen, onChosen }: File) {
  return (
    <Stack gap="xs">
      <FileField
        label="Choose the package"
        name="app_file"
        file={chosen?.file}
        onFile={(file) => void readFile(file).then(onChosen)}
        accept=".apk,.aab,.ipa,.appx,.msix,.zip"
        description={`A ZIP archive, such as .apk or .ipa, at most ${kilobytes(packageBytes)}. Add a larger one on the server.`}
      />
      {chosen && !isArchive(chosen.bytes) && <NotWhatIsNeeded needed="a ZIP archive" />}
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
      description="As the platform calls the app: com.example.app"
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
