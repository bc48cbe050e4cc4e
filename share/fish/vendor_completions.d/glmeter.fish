# fish completion for glmeter

function __glmeter_without_command
    not __fish_seen_subcommand_from demo info run check compare top install help
end

complete -c glmeter -n __glmeter_without_command -f
complete -c glmeter -n __glmeter_without_command -a demo -d 'Draw a scene and print the results of each extension'
complete -c glmeter -n __glmeter_without_command -a info -d 'Print the extensions and targets of each kind of context'
complete -c glmeter -n __glmeter_without_command -a run -d 'Run a program with glmeter'
complete -c glmeter -n __glmeter_without_command -a check -d 'Run a program and check its budgets'
complete -c glmeter -n __glmeter_without_command -a compare -d 'Print how two runs differ'
complete -c glmeter -n __glmeter_without_command -a top -d 'Show the programs that are running under glmeter'
complete -c glmeter -n __glmeter_without_command -a install -d 'Create links and JSON files, or install below a prefix'
complete -c glmeter -n __glmeter_without_command -a help -d 'Print the help text'
complete -c glmeter -n __glmeter_without_command -s V -l version -d 'Print the version'
complete -c glmeter -s h -l help -d 'Print the help text'

set -l shown '__fish_seen_subcommand_from demo info run check'
complete -c glmeter -n $shown -l provider -x -a 'auto host software' -d 'The driver for the program'
complete -c glmeter -n $shown -l emulate -x -a 'auto always never' -d 'When glmeter emulates a query'
complete -c glmeter -n $shown -l fence -x -a 'auto egl gl finish' -d 'How to measure time if the driver has no timer'
complete -c glmeter -n '__fish_seen_subcommand_from demo info' -l report -x -a 'summary off' -d 'The report at the end of the program'
complete -c glmeter -n $shown -l log -x -a 'off error info debug' -d 'Which of its own messages glmeter prints'
complete -c glmeter -n '__fish_seen_subcommand_from demo' -l picture -r -F -d 'Save the scene as a PNG picture'
complete -c glmeter -n '__fish_seen_subcommand_from demo info help' -f
set -l run '__fish_seen_subcommand_from run check'
complete -c glmeter -n '__fish_seen_subcommand_from run check' -x -a '(__fish_complete_subcommand --fcs-skip=2)'
set -l checked '__fish_seen_subcommand_from check'
for metric in frame-ms gpu-ms cpu-ms process-cpu-ms swap-ms draws dispatches clears uploads uploads-mb state-changes queries errors compiles links compile-ms vertices primitives vertex-invocations patches evaluation-invocations geometry-invocations geometry-primitives fragments compute-invocations clipping-input clipping-output samples overdraw
    complete -c glmeter -n $checked -l max-$metric -x -d "Limit $metric"
end
complete -c glmeter -n $checked -l baseline -r -F -d 'The JSON report of an earlier run'
complete -c glmeter -n $checked -l tolerance -x -d 'How far counts may differ from the baseline, percent'
complete -c glmeter -n $checked -l no-times -d 'Do not compare times with the baseline'
complete -c glmeter -n $run -l frame -x -d 'The frame whose picture is hashed'
complete -c glmeter -n $checked -l picture-hash -x -d 'The hash of the picture'
complete -c glmeter -n $checked -l junit -r -F -d 'Write a test case for each budget'
complete -c glmeter -n $checked -l github -d 'Print annotations for GitHub'
complete -c glmeter -n $run -l report -x -a 'summary summary= off json= csv= draws= trace= html= openmetrics=' -d 'The report: its kind, and its file'
complete -c glmeter -n $run -l stop-after -x -d 'End the program after frames, or after seconds with an s'
complete -c glmeter -n $run -l frames -x -d 'The numbers of the frames to record, A..B'
complete -c glmeter -n $run -l warmup -x -d 'Frames to leave out of the figures'
complete -c glmeter -n $run -l every-frame -d 'Time and count every frame, not a sample'
complete -c glmeter -n $run -l per-draw -d 'Measure each draw by itself'
complete -c glmeter -n $run -l repeat -x -d 'Run the program several times'
complete -c glmeter -n $run -l interval -x -d 'Print a line at this interval'
complete -c glmeter -n $run -l overhead -d 'Print what glmeter itself cost'
complete -c glmeter -n '__fish_seen_subcommand_from top' -x -a '(__fish_complete_pids)'
complete -c glmeter -n '__fish_seen_subcommand_from top' -l once -d 'Print a list'
complete -c glmeter -n '__fish_seen_subcommand_from top' -l interval -x -d 'Seconds between updates'
complete -c glmeter -n $run -l live -d 'Show a table while the program runs'
complete -c glmeter -n '__fish_seen_subcommand_from install' -l prefix -x -a '(__fish_complete_directories)' -d 'Install below this folder'
complete -c glmeter -n '__fish_seen_subcommand_from install' -l libdir -x -d 'The library folder, relative to the prefix'
complete -c glmeter -n '__fish_seen_subcommand_from install' -l destdir -x -a '(__fish_complete_directories)' -d 'The folder that stands for / while you build a package'
