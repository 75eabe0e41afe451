# Completion of sarrus for fish. Method names come from the program itself.

function __sarrus_methods
    sarrus methods --json 2>/dev/null | string match -rga '"name": *"([^"]*)"'
end

function __sarrus_using
    __fish_seen_subcommand_from $argv
end

complete -c sarrus -f
complete -c sarrus -n __fish_use_subcommand -a run -d 'Simulate a model'
complete -c sarrus -n __fish_use_subcommand -a resume -d 'Continue a run that was interrupted or killed'
complete -c sarrus -n __fish_use_subcommand -a check -d 'Validate a model and count its degrees of freedom'
complete -c sarrus -n __fish_use_subcommand -a assemble -d 'Find a consistent start'
complete -c sarrus -n __fish_use_subcommand -a kinematics -d 'Motion of a fully driven mechanism'
complete -c sarrus -n __fish_use_subcommand -a recover -d 'Rescue the results of a run that was killed'
complete -c sarrus -n __fish_use_subcommand -a verify -d 'Run the model in a results file again and compare the bits'
complete -c sarrus -n __fish_use_subcommand -a compare -d 'Show how two results files differ'
complete -c sarrus -n __fish_use_subcommand -a methods -d 'List the integration methods'
complete -c sarrus -n __fish_use_subcommand -a describe -d 'List the model elements and their fields'
complete -c sarrus -n __fish_use_subcommand -a order -d 'Measure the order of convergence'
complete -c sarrus -n __fish_use_subcommand -a race -d 'Compare work and precision of all methods'
complete -c sarrus -n __fish_use_subcommand -a spectrum -d 'Show how methods damp and delay an oscillator'
complete -c sarrus -n __fish_use_subcommand -a reproduce -d 'Repeat tables and figures of the papers'
complete -c sarrus -n __fish_use_subcommand -l version -d 'Show the version'
complete -c sarrus -l help -d 'Show help'

complete -c sarrus -n '__sarrus_using run check assemble kinematics order race' -k -a '(__fish_complete_suffix .yaml)'
complete -c sarrus -n '__sarrus_using run check assemble kinematics order race' -l set -x -d 'Replace a parameter'
complete -c sarrus -n 'not __fish_use_subcommand' -l quiet -d 'Say less'
complete -c sarrus -n 'not __fish_use_subcommand' -l verbose -d 'Say more'
complete -c sarrus -n 'not __fish_use_subcommand' -l json -d 'Print the summary as JSON'
complete -c sarrus -n '__sarrus_using recover resume verify compare' -F
complete -c sarrus -n '__sarrus_using compare' -l tolerance -x -d 'The largest difference allowed'
complete -c sarrus -n '__sarrus_using run kinematics recover' -s o -r -F -d 'Results (HDF5)'
complete -c sarrus -n '__sarrus_using run resume kinematics assemble' -l csv -r -F -d 'Results (CSV)'
complete -c sarrus -n '__sarrus_using check' -l fix -r -F -d 'Write the cured model (YAML)'
complete -c sarrus -n '__sarrus_using run resume' -l steps -r -F -d 'One row per step (CSV)'
complete -c sarrus -n '__sarrus_using run resume' -l checkpoint -x -d 'Keep the state that often (s)'
complete -c sarrus -n '__sarrus_using run order race' -l method -x -a '(__sarrus_methods)' -d 'Integration method'
complete -c sarrus -n '__sarrus_using run' -l tol -x -d 'Tolerance per step'
complete -c sarrus -n '__sarrus_using run order' -l step -x -d 'Fixed step, or the largest one'
complete -c sarrus -n '__sarrus_using run check kinematics order race' -l end -x -d 'End time'
complete -c sarrus -n '__sarrus_using check' -l start-only -d 'Leave the motion out'
complete -c sarrus -n '__sarrus_using order' -l halvings -x -d 'Number of halvings'
complete -c sarrus -n '__sarrus_using order' -l reference -r -F -d 'Compare with this solution (CSV)'
complete -c sarrus -n '__sarrus_using describe' -l schema -d 'JSON schema of the model file'
complete -c sarrus -n '__sarrus_using spectrum' -l region -d 'Boundary of stability'
complete -c sarrus -n '__sarrus_using spectrum' -l per-step -d 'That boundary by steps, not stages'
complete -c sarrus -n '__sarrus_using spectrum' -l points -x -d 'Number of step sizes'
complete -c sarrus -n '__sarrus_using race' -l tolerances -x -d 'Tolerances per step'
complete -c sarrus -n '__sarrus_using race' -l steps -x -d 'Fixed steps'
complete -c sarrus -n '__sarrus_using race' -l most-steps -x -d 'Give a run up that needs more'
complete -c sarrus -n '__sarrus_using race spectrum' -s o -r -F -d 'Picture (SVG)'
complete -c sarrus -n '__sarrus_using race spectrum' -l csv -r -F -d 'The table as CSV'
complete -c sarrus -n '__sarrus_using reproduce' -s o -r -F -d 'Report (Markdown) or figure (SVG)'
complete -c sarrus -n '__sarrus_using reproduce' -l page -r -F -d 'Illustrated report (HTML)'
complete -c sarrus -n '__sarrus_using methods spectrum' -a '(__sarrus_methods)'
