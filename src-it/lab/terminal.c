/*
 * Runs a command in a shell on a new terminal and copies every byte of that terminal to stdout. For HostileTargetIT.
 *
 *     gcc -o terminal terminal.c -lutil
 *     terminal COMMAND ARGUMENT...
 *
 * After the command the same shell reads commands from the terminal, as an operator's shell does. Input that another
 * process has pushed into the terminal meanwhile is executed there. Then "exit" is typed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MARK "\r\ncommand ended with "
#define SHELL "\"$@\"; printf '\\ncommand ended with %d\\n' \"$?\"; PS1='# ' exec sh -i"

int main(int count, char **arguments) {
    if (count < 2) {
        return 2;
    }
    char **shell = calloc((size_t) count + 5, sizeof *shell);
    if (shell == NULL) {
        return 1;
    }
    shell[0] = "sh";
    shell[1] = "-c";
    shell[2] = SHELL;
    shell[3] = "sh";
    memcpy(shell + 4, arguments + 1, (size_t) (count - 1) * sizeof *shell);

    int terminal;
    pid_t child = forkpty(&terminal, NULL, NULL, NULL);
    if (child < 0) {
        perror("forkpty");
        return 1;
    }
    if (child == 0) {
        execv("/bin/sh", shell);
        _exit(127);
    }

    static char seen[1 << 22];
    size_t length = 0;
    int typed = 0;
    while (length < sizeof seen - 1) {
        ssize_t got = read(terminal, seen + length, sizeof seen - 1 - length);
        if (got <= 0) {
            break; /* EIO: the shell has ended */
        }
        if (write(1, seen + length, (size_t) got) != got) {
            break;
        }
        length += (size_t) got;
        if (!typed && memmem(seen, length, MARK, strlen(MARK)) != NULL) {
            typed = write(terminal, "exit\n", 5) == 5;
        }
    }
    close(terminal); /* hangs up: whatever still runs there gets SIGHUP */
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return typed ? 0 : 1;
}
