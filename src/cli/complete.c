#include "cli/complete.h"

#include <string.h>

#include "base/str.h"

/* ---- bash ------------------------------------------------------------------------------------------ */

static void bash_word(void *owner, const struct option_info *info) {
    str_addf(owner, " --%s%s", info->is_bool && info->on ? "no-" : "", info->name);
}

/* A case for the values of an option: those of choices, folders or files. */
static void bash_value(void *owner, const struct option_info *info) {
    if (info->choices) {
        str_addf(owner, "        --%s) COMPREPLY=($(compgen -W '", info->name);
        for (const char *c = info->choices; *c; c++) str_add_char(owner, *c == '|' ? ' ' : *c);
        str_add(owner, "' -- \"$word\")); return ;;\n");
    } else if (info->meta) {
        const char *how = strcmp(info->meta, "DIR") == 0                                  ? "-d"
                          : strstr(info->meta, "FILE") || strcmp(info->meta, "PATH") == 0 ? "-f"
                                                                                          : "-W ''";
        str_addf(owner, "        --%s) COMPREPLY=($(compgen %s -- \"$word\")); return ;;\n", info->name, how);
    }
}

static void write_bash(const struct command_name *commands, int n, struct str *out) {
    str_add(
        out,
        "# Completion of shrike for bash, made by `shrike completion bash`.\n"
        "_shrike() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
        "    # --name=value comes as three words\n"
        "    if [ \"$word\" = = ]; then word=; elif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '");
    for (int i = 0; i < n; i++) str_addf(out, "%s%s", i ? " " : "", commands[i].name);
    str_add(out, " --help --version' -- \"$word\"))\n        return\n    fi\n    case $command in\n");
    for (int i = 0; i < n; i++) {
        str_addf(out, "    %s)\n        case $before in\n", commands[i].name);
        options_each(commands[i].command, bash_value, out);
        str_add(out, "        esac\n        [ \"${word#-}\" = \"$word\" ] || COMPREPLY=($(compgen -W '--help");
        options_each(commands[i].command, bash_word, out);
        str_add(out, "' -- \"$word\"))\n        ;;\n");
    }
    str_add(out, "    esac\n    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$word\"))\n}\n"
                 "complete -o filenames -F _shrike shrike\n");
}

/* ---- zsh --------------------------------------------------------------------------------------------- */

/* Text inside '...[...]' of _arguments. */
static void zsh_text(const char *text, struct str *out) {
    for (; *text; text++)
        if (*text == '\'') str_add(out, "'\\''");
        else if (strchr("[]:\\", *text)) str_addf(out, "\\%c", *text);
        else str_add_char(out, *text);
}

static void zsh_option(void *owner, const struct option_info *info) {
    struct str *out = owner;
    bool takes = info->choices || info->meta;
    str_addf(out, "            '--%s%s%s[", info->is_bool && info->on ? "no-" : "", info->name, takes ? "=" : "");
    zsh_text(info->help, out);
    str_add_char(out, ']');
    if (info->choices) {
        str_addf(out, ":%s:(", info->name);
        for (const char *c = info->choices; *c; c++) str_add_char(out, *c == '|' ? ' ' : *c);
        str_add_char(out, ')');
    } else if (info->meta) {
        str_add_char(out, ':');
        zsh_text(info->meta, out);
        str_add(out, strcmp(info->meta, "DIR") == 0 ? ":_files -/" : strstr(info->meta, "FILE") ? ":_files" : ": ");
    }
    str_add(out, "' \\\n");
}

static void write_zsh(const struct command_name *commands, int n, struct str *out) {
    str_add(out, "#compdef shrike\n# Completion of shrike for zsh, made by `shrike completion zsh`.\n"
                 "_shrike() {\n    if (( CURRENT == 2 )); then\n        local -a commands=(\n");
    for (int i = 0; i < n; i++) {
        str_addf(out, "            '%s:", commands[i].name);
        zsh_text(commands[i].help, out);
        str_add(out, "'\n");
    }
    str_add(out, "        )\n        _describe command commands\n        return\n    fi\n    case $words[2] in\n");
    for (int i = 0; i < n; i++) {
        str_addf(out, "    %s)\n        _arguments \\\n", commands[i].name);
        options_each(commands[i].command, zsh_option, out);
        str_add(out, "            '*:file:_files'\n        ;;\n");
    }
    str_add(out, "    esac\n}\n_shrike \"$@\"\n");
}

bool complete_write(const char *shell, const struct command_name *commands, int n, struct str *out) {
    if (strcmp(shell, "bash") == 0) write_bash(commands, n, out);
    else if (strcmp(shell, "zsh") == 0) write_zsh(commands, n, out);
    else return false;
    return true;
}
