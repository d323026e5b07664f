// argv → command.
import { makeProgram } from './cli/program.ts'
import { explainFailure } from './terminal/failure.ts'

try {
  await makeProgram().parseAsync()
} catch (error) {
  process.exitCode = explainFailure(error)
}
